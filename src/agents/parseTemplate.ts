/**
 * Reads a template: the part of Liquid that an agent's texts need. There is nothing in it that reads another file or
 * keeps what was written out, and no loop over anything but data and ranges. What is not known here is refused.
 */
import { FILTERS, type Filter } from './templateFilters.ts'
import { createPieceReader, type Piece, TemplateFault, type Tokens } from './templateTokens.ts'

export type Value =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'empty' | 'blank' }
  | { kind: 'path'; name: string; keys: readonly Value[] }

export interface Filtered {
  value: Value
  filters: readonly { apply: Filter; args: readonly Value[] }[]
}

export type Operator = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'contains'

export interface Comparison {
  left: Value
  /** Without one it is asked whether there is something on the left. */
  right: { operator: Operator; value: Value } | null
}

/** Comparisons with `and` or `or` before all but the first; as in Liquid the last of these binds first. */
export type Condition = readonly { join: 'and' | 'or' | null; comparison: Comparison }[]

export type Collection = Value | { kind: 'range'; from: Value; to: Value }

export interface Loop {
  kind: 'for'
  name: string
  over: Collection
  limit: Value | null
  offset: Value | null
  isReversed: boolean
  body: Node[]
  otherwise: Node[]
}

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Filtered }
  | { kind: 'assign'; name: string; value: Filtered }
  | { kind: 'if'; branches: { isNegated: boolean; condition: Condition; body: Node[] }[]; otherwise: Node[] }
  | { kind: 'case'; value: Value; branches: { values: Value[]; body: Node[] }[]; otherwise: Node[] }
  | Loop
  | { kind: 'break' | 'continue' }

/** Far more than a text has. Reading and rendering call themselves once a level, and the stack has an end. */
const MOST_DEPTH = 50

const TAGS = ['assign', 'break', 'case', 'comment', 'continue', 'for', 'if', 'raw', 'unless']

/** Throws a TemplateFault where the template is not of the language. */
export function parseTemplate(source: string): Node[] {
  return new Parser(source).parse()
}

type TagPiece = Extract<Piece, { kind: 'tag' }>

class Parser {
  readonly #source: string
  readonly #pieces: ReturnType<typeof createPieceReader>
  #depth = 0
  #loops = 0

  constructor(source: string) {
    this.#source = source
    this.#pieces = createPieceReader(source)
  }

  parse(): Node[] {
    const { nodes, end } = this.#readBody([])
    if (end) throw new TemplateFault(`tag "${end.name}" has nothing to end`, this.#source, end.at)
    return nodes
  }

  /** Reads up to a tag of one of the names, or to the end. */
  #readBody(ends: readonly string[]): { nodes: Node[]; end: TagPiece | null } {
    const nodes: Node[] = []
    for (;;) {
      const piece = this.#pieces.next()
      if (!piece) return { nodes, end: null }
      if (piece.kind === 'text') nodes.push(piece)
      else if (piece.kind === 'output') nodes.push({ kind: 'output', value: readWhole(piece.tokens, readFiltered) })
      else if (ends.includes(piece.name)) return { nodes, end: piece }
      else nodes.push(this.#readTag(piece))
    }
  }

  /** The same within a tag that must be ended. */
  #readBlock(opened: TagPiece, ends: readonly string[]): { nodes: Node[]; end: TagPiece } {
    const { nodes, end } = this.#readBody(ends)
    if (!end) throw new TemplateFault(`tag "${opened.name}" not closed`, this.#source, opened.at)
    return { nodes, end }
  }

  #readTag(tag: TagPiece): Node {
    switch (tag.name) {
      case 'assign':
        return readWhole(tag.tokens, readAssignment)
      case 'if':
      case 'unless':
        return this.#nested(tag, () => this.#readIf(tag))
      case 'case':
        return this.#nested(tag, () => this.#readCase(tag))
      case 'for':
        return this.#nested(tag, () => this.#readFor(tag))
      case 'break':
      case 'continue':
        tag.tokens.end()
        if (this.#loops === 0) throw new TemplateFault(`tag "${tag.name}" outside of a loop`, this.#source, tag.at)
        return { kind: tag.name }
      default:
        throw new TemplateFault(
          `there is no tag "${tag.name}" here (tags are ${TAGS.join(', ')})`,
          this.#source,
          tag.at,
        )
    }
  }

  #nested(tag: TagPiece, read: () => Node): Node {
    if (++this.#depth > MOST_DEPTH) {
      throw new TemplateFault(`tags are nested more than ${MOST_DEPTH} deep`, this.#source, tag.at)
    }
    const node = read()
    this.#depth--
    return node
  }

  #readIf(opened: TagPiece): Node {
    const branches: Extract<Node, { kind: 'if' }>['branches'] = []
    let isNegated = opened.name === 'unless'
    for (let tag = opened; ;) {
      const condition = readWhole(tag.tokens, readCondition)
      const { nodes, end } = this.#readBlock(opened, ['elsif', 'else', `end${opened.name}`])
      branches.push({ isNegated, condition, body: nodes })
      isNegated = false
      if (end.name !== 'elsif') return { kind: 'if', branches, otherwise: this.#readOtherwise(opened, end) }
      tag = end
    }
  }

  #readCase(opened: TagPiece): Node {
    const value = readWhole(opened.tokens, readValue)
    const branches: Extract<Node, { kind: 'case' }>['branches'] = []
    let { end } = this.#readBlock(opened, ['when', 'else', 'endcase'])
    while (end.name === 'when') {
      const values = readWhole(end.tokens, readAlternatives)
      const block = this.#readBlock(opened, ['when', 'else', 'endcase'])
      branches.push({ values, body: block.nodes })
      end = block.end
    }
    return { kind: 'case', value, branches, otherwise: this.#readOtherwise(opened, end) }
  }

  #readFor(opened: TagPiece): Node {
    const head = readWhole(opened.tokens, readLoopHead)
    this.#loops++
    const { nodes, end } = this.#readBlock(opened, ['else', 'endfor'])
    this.#loops--
    return { ...head, body: nodes, otherwise: this.#readOtherwise(opened, end) }
  }

  /** What follows `else`, if that is what ended the block before. */
  #readOtherwise(opened: TagPiece, tag: TagPiece): Node[] {
    tag.tokens.end()
    if (tag.name !== 'else') return []
    const { nodes, end } = this.#readBlock(opened, [`end${opened.name}`])
    end.tokens.end()
    return nodes
  }
}

function readWhole<T>(tokens: Tokens, read: (tokens: Tokens) => T): T {
  const result = read(tokens)
  tokens.end()
  return result
}

function readAssignment(tokens: Tokens): Node {
  const name = readName(tokens)
  tokens.expect('=')
  return { kind: 'assign', name, value: readFiltered(tokens) }
}

function readLoopHead(tokens: Tokens): Omit<Loop, 'body' | 'otherwise'> {
  const name = readName(tokens)
  if (!tokens.takeWord('in')) throw tokens.fault('"in" expected')
  const head: Omit<Loop, 'body' | 'otherwise'> = {
    kind: 'for',
    name,
    over: readCollection(tokens),
    limit: null,
    offset: null,
    isReversed: false,
  }
  while (!tokens.isAtEnd()) {
    tokens.take(',')
    if (tokens.takeWord('reversed')) head.isReversed = true
    else if (tokens.takeWord('limit')) head.limit = readArgument(tokens)
    else if (tokens.takeWord('offset')) head.offset = readArgument(tokens)
    else throw tokens.fault('"limit", "offset" or "reversed" expected')
  }
  return head
}

function readArgument(tokens: Tokens): Value {
  tokens.expect(':')
  return readValue(tokens)
}

function readCollection(tokens: Tokens): Collection {
  if (!tokens.take('(')) return readValue(tokens)
  const from = readValue(tokens)
  tokens.expect('..')
  const to = readValue(tokens)
  tokens.expect(')')
  return { kind: 'range', from, to }
}

function readAlternatives(tokens: Tokens): Value[] {
  const values = [readValue(tokens)]
  while (tokens.take(',') || tokens.takeWord('or')) values.push(readValue(tokens))
  return values
}

function readCondition(tokens: Tokens): Condition {
  const parts: { join: 'and' | 'or' | null; comparison: Comparison }[] = []
  for (let join: 'and' | 'or' | null = null; ;) {
    parts.push({ join, comparison: readComparison(tokens) })
    if (tokens.takeWord('and')) join = 'and'
    else if (tokens.takeWord('or')) join = 'or'
    else return parts
  }
}

/** The longer ones first, for they begin like others. */
const SIGNS = ['==', '!=', '<=', '>=', '<', '>'] as const

function readComparison(tokens: Tokens): Comparison {
  const left = readValue(tokens)
  const operator = SIGNS.find((sign) => tokens.take(sign)) ?? (tokens.takeWord('contains') ? 'contains' : null)
  return { left, right: operator && { operator, value: readValue(tokens) } }
}

function readFiltered(tokens: Tokens): Filtered {
  const value = readValue(tokens)
  const filters: { apply: Filter; args: Value[] }[] = []
  while (tokens.take('|')) filters.push(readFilter(tokens))
  return { value, filters }
}

function readFilter(tokens: Tokens): { apply: Filter; args: Value[] } {
  const { place } = tokens
  const name = readName(tokens)
  const filter = FILTERS.get(name)
  if (!filter) throw tokens.fault('unknown filter', place)
  const args: Value[] = []
  if (tokens.take(':')) {
    do args.push(readValue(tokens))
    while (tokens.take(','))
  }
  const [least, most] = filter.args
  if (args.length < least || args.length > most) {
    throw tokens.fault(`filter "${name}" takes ${least === most ? least : `${least} to ${most}`} arguments`, place)
  }
  return { apply: filter.apply, args }
}

const LITERALS = new Map<string, Value>([
  ['true', { kind: 'literal', value: true }],
  ['false', { kind: 'literal', value: false }],
  ['nil', { kind: 'literal', value: null }],
  ['null', { kind: 'literal', value: null }],
  ['empty', { kind: 'empty' }],
  ['blank', { kind: 'blank' }],
])

/** Keys in brackets may themselves be paths, to this depth. */
function readValue(tokens: Tokens, depth = 0): Value {
  const literal = tokens.takeQuoted() ?? tokens.takeNumber()
  if (literal !== null) return { kind: 'literal', value: literal }
  const name = readName(tokens)
  const keys: Value[] = []
  for (;;) {
    if (tokens.take('[')) {
      if (depth >= MOST_DEPTH) throw tokens.fault(`brackets are nested more than ${MOST_DEPTH} deep`)
      keys.push(readValue(tokens, depth + 1))
      tokens.expect(']')
    } else if (!tokens.isNext('..') && tokens.take('.')) {
      keys.push({ kind: 'literal', value: readName(tokens) })
    } else break
  }
  const word = keys.length === 0 ? LITERALS.get(name) : undefined
  return word ?? { kind: 'path', name, keys }
}

function readName(tokens: Tokens): string {
  const name = tokens.takeName()
  if (name === null) throw tokens.fault('a name or a value expected')
  return name
}
