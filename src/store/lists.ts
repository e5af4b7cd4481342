import { sql } from 'kysely'

/** Ids for `in`, as one parameter however many there are: Postgres takes 65,535 at most. */
export function idsIn(ids: readonly string[]) {
  return sql<string>`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`
}

/** Texts for `in`, as one parameter likewise. */
export function textsIn(texts: readonly string[]) {
  return sql<string>`(select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`
}
