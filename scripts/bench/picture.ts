/** The picture of the results: how far each figure is from its target. */
import type { Row } from './benchmark.ts'
import { writeNumber, writeTarget } from './report.ts'

const [WIDTH, LABEL_WIDTH, ROW_HEIGHT, TOP] = [1160, 600, 26, 44]
const CENTRE = LABEL_WIDTH + (WIDTH - LABEL_WIDTH) / 2
/** Room for a value beside the longest bar. */
const VALUE_WIDTH = 130
/** Pixels for a doubling; what is further away ends at the edge. */
const DOUBLING = 32

/** Colours of a middle lightness stand out on white and on black. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .faint { fill: #656d76 } .line { stroke: #656d76 } .met { fill: #2da44e } .missed { fill: #d4622a }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .faint { fill: #8d96a0 } .line { stroke: #8d96a0 } }`

/** An SVG with a bar for each row that has a target: to the right when it is met, to the left when it is missed. */
export function drawPicture(rows: readonly Row[]): string {
  const judged = rows.filter((row) => row.target !== null)
  const height = TOP + judged.length * ROW_HEIGHT + 12
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>How far each figure is from its target</title>
<style>${STYLE}
</style>
<text class="faint" x="${CENTRE - 10}" y="20" text-anchor="end">missed</text>
<text class="faint" x="${CENTRE + 10}" y="20">met</text>
<line class="line" x1="${CENTRE}" x2="${CENTRE}" y1="${TOP - 14}" y2="${height - 8}"/>
${judged.map((row, index) => drawRow(row, TOP + index * ROW_HEIGHT)).join('\n')}
</svg>
`
}

function drawRow(row: Row, y: number): string {
  const most = (WIDTH - LABEL_WIDTH) / 2 - VALUE_WIDTH
  const length = Math.min(most, Math.abs(Math.log2(margin(row))) * DOUBLING)
  const x = row.met ? CENTRE : CENTRE - length
  const value = `${writeNumber(row.ratio)} (${writeTarget(row.target)})`
  const label = row.baseline ? `${row.what} ÷ ${row.baseline.what}` : row.what
  const end = row.met ? { x: CENTRE + length + 6, anchor: 'start' } : { x: CENTRE - length - 6, anchor: 'end' }
  return `<text x="8" y="${y + 13}"><title>${escape(label)}</title>${escape(shorten(label))}</text>
<rect class="${row.met ? 'met' : 'missed'}" x="${x.toFixed(1)}" y="${y + 2}" width="${length.toFixed(1)}" height="14" rx="2"/>
<text class="faint" x="${end.x.toFixed(1)}" y="${y + 13}" text-anchor="${end.anchor}">${escape(value)}</text>`
}

/** How many times better than its target; less than 1 when it is missed. */
function margin({ ratio, target }: Row): number {
  if (target === null) return 1
  return 'atLeast' in target ? ratio / target.atLeast : target.atMost / ratio
}

const LABEL_CHARACTERS = 80

function shorten(text: string): string {
  return text.length <= LABEL_CHARACTERS ? text : `${text.slice(0, LABEL_CHARACTERS - 1)}…`
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
