import { Problem } from '../../core/problem.ts'
import { isUuid } from '../../core/uuid.ts'
import { type CallingPlaybook, findCallingPlaybooks } from '../../store/playbooks/callingPlaybook.ts'
import type { Store, Tx } from '../../store/open.ts'
import { findPlaybook, type PlaybookRecord } from '../../store/playbooks/playbooks.ts'

/** The account's playbook. Throws a Problem `playbook_forbidden` when it has none with this id. */
export async function requirePlaybook(tx: Tx, accountId: string, playbookId: string): Promise<PlaybookRecord> {
  const playbook = await findPlaybook(tx, accountId, playbookId)
  if (!playbook) throw forbidden()
  return playbook
}

/**
 * Finds the playbook of a call or campaign and chooses the version that will speak.
 * Throws a Problem `playbook_forbidden` for a playbook that is missing or another account's, which is answered alike.
 */
export async function choosePlaybook(
  db: Store['db'],
  accountId: string,
  wish: { playbookId: string; versionId: string | undefined },
): Promise<CallingPlaybook> {
  const [chosen] = await choosePlaybooks(db, [{ accountId, ...wish }])
  if (!chosen || chosen instanceof Problem) throw chosen ?? forbidden()
  return chosen
}

/** The same for several at once; a Problem is answered in the place of what it refuses. */
export async function choosePlaybooks(
  db: Store['db'],
  wishes: readonly { accountId: string; playbookId: string; versionId: string | undefined }[],
): Promise<(CallingPlaybook | Problem)[]> {
  const found = await findCallingPlaybooks(
    db,
    wishes.map(({ accountId, playbookId, versionId }) => ({
      accountId,
      playbookId,
      // What cannot be a version's id names none.
      versionId: versionId !== undefined && isUuid(versionId) ? versionId : null,
    })),
  )
  return found.map((playbook) => playbook ?? forbidden())
}

function forbidden(): Problem {
  return new Problem('playbook_forbidden', 'Your account has no playbook with this id. List yours with GET /playbooks.')
}
