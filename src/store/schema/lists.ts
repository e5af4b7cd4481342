import { type RawBuilder, sql } from 'kysely'
import { toMoment } from './moments.ts'

/** Ids for `in`, as one parameter however many there are: Postgres takes 65,535 at most. */
export function idsIn(ids: readonly string[]) {
  return sql<string>`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`
}

/** Texts for `in`, as one parameter likewise. */
export function textsIn(texts: readonly string[]) {
  return sql<string>`(select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`
}

/**
 * Ids for `=`, as one parameter likewise. An index is asked for each of them; with `in` and a list that is a query of
 * its own, Postgres may read all of a table that it takes for small.
 */
export function anyIdOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`
}

type Value = string | number | boolean | null

/** What a column of `rowsAs` holds, and of what type: an instant is a timestamptz. */
export interface ListColumn<Row> {
  type: 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamptz'
  of: (row: Row) => Value
}

/**
 * Rows for `from`, under a name, as one parameter for each column: an array, which Postgres reads in half of the time
 * that it takes for JSON.
 */
export function rowsAs<Row>(
  name: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, ListColumn<Row>>>,
): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(
    ({ type, of }) => sql`${rows.map((row) => toParameter(type, of(row)))}::${sql.raw(type)}[]`,
  )
  const names = Object.keys(columns).map((column) => sql.ref(column))
  return sql`unnest(${sql.join(arrays)}) as ${sql.ref(name)}(${sql.join(names)})`
}

function toParameter(type: ListColumn<never>['type'], value: Value): Value | Date {
  return type === 'timestamptz' && typeof value === 'number' ? toMoment(value) : value
}
