import type { In, Out } from '../../generated/operations.ts'
import * as suppressions from '../store/contacts/suppressions.ts'
import { notFound } from './present/notFound.ts'
import { presentSuppression } from './present/suppression.ts'
import type { Context } from './context.ts'

export async function deleteSuppression(
  { path }: In<'deleteSuppression'>,
  context: Context,
): Promise<Out<'deleteSuppression'>> {
  const { account, store } = context
  const suppression = await store.transaction((tx) =>
    suppressions.deleteSuppression(tx, account.id, path.suppression_id),
  )
  if (!suppression) throw notFound('suppression')
  return { status: 200, body: { success: true, data: presentSuppression(suppression) } }
}
