/** The table in docs/clients.md. */
import { TASKS, type Task } from './judge.ts'

export const [BEGIN, END] = ['<!-- clients:begin -->', '<!-- clients:end -->']

export interface Row {
  generator: string
  /** Without its version. */
  language: string
  version: string
  /** Whether each task succeeded. */
  works: Record<Task, boolean>
}

/** What is between the markers. Throws an Error when they are not there. */
export function cut(readme: string): { before: string; table: string; after: string } {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`docs/clients.md has no ${BEGIN} with ${END} behind it`)
  const start = begin + BEGIN.length
  return { before: readme.slice(0, start), table: readme.slice(start, end), after: readme.slice(end) }
}

/** Reads a table that writeTable has written. */
export function readTable(table: string): Row[] {
  const lines = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  return lines.map((line) => {
    const [generator = '', written = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const space = written.lastIndexOf(' ')
    const works = Object.fromEntries(TASKS.map((task, index) => [task, cells[index] === 'yes']))
    return {
      generator,
      language: written.slice(0, space),
      version: written.slice(space + 1),
      works: works as Row['works'],
    }
  })
}

export function writeTable(rows: Row[]): string {
  const lines = [
    ['generator', 'language', ...TASKS],
    ...rows.map(({ generator, language, version, works }) => [
      generator,
      `${language} ${version}`,
      ...TASKS.map((task) => (works[task] ? 'yes' : 'no')),
    ]),
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const [head = '', ...body] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return `\n\n${[head, rule, ...body].join('\n')}\n\n`
}

/** What a row says otherwise than the table does; null when both agree. The language's version may differ. */
export function compare(row: Row, table: Row[]): string | null {
  const written = table.find(({ generator, language }) => generator === row.generator && language === row.language)
  if (!written) return 'is not in the table'
  const other = TASKS.filter((task) => written.works[task] !== row.works[task])
  return other.length === 0 ? null : `differs from the table: ${other.join(', ')}`
}
