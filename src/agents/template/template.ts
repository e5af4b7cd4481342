/**
 * The texts of a playbook are templates in a part of Liquid over the call's variables. Templates come from account
 * holders and variables from anybody, so both are bounded: a template reads nothing but the variables' own properties,
 * and each text is made within a fixed amount of work (`meter.ts`). What variables contain is data: it is
 * written out as it is.
 */
import { unreachable } from '../../core/unreachable.ts'
import {
  type Collection,
  type Comparison,
  type Condition,
  type Filtered,
  type Loop,
  type Node,
  parseTemplate,
  type Value,
} from './parse.ts'
import { createMeter, type Meter } from './meter.ts'
import { areEqual, compare, contains, isBlank, isEmpty, isTruthy, readKey, toNumber, toText } from './values.ts'

/** UTF-16 units of a template and of the text it makes: twice what the contract allows in characters, and far more than anybody says. */
const MOST_UNITS = 20_000

/** What is wrong with a template, in a sentence; null when it can be parsed. It is not run. */
export function checkTemplate(text: string): string | null {
  if (text.length > MOST_UNITS) return 'The template is too long to be read.'
  try {
    parseTemplate(text)
    return null
  } catch (error) {
    return `The template cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  }
}

/**
 * The text that a template makes of the variables, without space at its ends. Unknown variables are empty.
 * Throws when the template cannot be parsed, fails, or exceeds a limit.
 */
export function renderTemplate(text: string, variables: Readonly<Record<string, unknown>>): string {
  // Parsed each time: that takes as long as to render it, and nothing is kept of templates that nobody uses any more.
  const rendering = new Rendering(variables, createMeter())
  rendering.render(parseTemplate(text))
  return rendering.text.trim()
}

type Interruption = 'break' | 'continue' | null

class Rendering {
  text = ''
  readonly #variables: Readonly<Record<string, unknown>>
  readonly #meter: Meter
  readonly #assigned = new Map<string, unknown>()
  /** The variables of the loops that are going on, the innermost last. */
  readonly #loops: { name: string; entry: unknown; forloop: Record<string, unknown> }[] = []

  constructor(variables: Readonly<Record<string, unknown>>, meter: Meter) {
    this.#variables = variables
    this.#meter = meter
  }

  render(nodes: readonly Node[]): Interruption {
    for (const node of nodes) {
      this.#meter.spend(1)
      const interruption = this.#renderNode(node)
      if (interruption) return interruption
    }
    return null
  }

  #renderNode(node: Node): Interruption {
    switch (node.kind) {
      case 'text':
        return this.#write(node.text)
      case 'output':
        return this.#write(toText(this.#evaluateFiltered(node.value), this.#meter))
      case 'assign':
        this.#assigned.set(node.name, this.#evaluateFiltered(node.value))
        return null
      case 'if': {
        const chosen = node.branches.find(({ isNegated, condition }) => this.#holds(condition) !== isNegated)
        return this.render(chosen?.body ?? node.otherwise)
      }
      case 'case': {
        const value = this.#evaluate(node.value)
        const chosen = node.branches.find(({ values }) => values.some((one) => this.#equals(value, one)))
        return this.render(chosen?.body ?? node.otherwise)
      }
      case 'for':
        return this.#renderLoop(node)
      case 'break':
      case 'continue':
        return node.kind
      default:
        return unreachable(node)
    }
  }

  #write(text: string): null {
    this.#meter.spend(text.length)
    if (this.text.length + text.length > MOST_UNITS) throw new Error(`the text has more than ${MOST_UNITS} characters`)
    this.text += text
    return null
  }

  #renderLoop(loop: Loop): Interruption {
    const { length, at } = this.#entriesOf(loop.over)
    const from = loop.offset ? clamp(toNumber(this.#evaluate(loop.offset)), length) : 0
    const count = loop.limit ? clamp(toNumber(this.#evaluate(loop.limit)), length - from) : length - from
    if (count === 0) return this.render(loop.otherwise)
    const place = { name: loop.name, entry: undefined as unknown, forloop: {} as Record<string, unknown> }
    this.#loops.push(place)
    for (let index = 0; index < count; index++) {
      this.#meter.spend(1)
      place.entry = at(from + (loop.isReversed ? count - 1 - index : index))
      place.forloop = placeInLoop(index, count)
      if (this.render(loop.body) === 'break') break
    }
    this.#loops.pop()
    return null
  }

  /** What a loop goes through, an entry at a time: of a range nothing is made in advance. */
  #entriesOf(over: Collection): { length: number; at: (index: number) => unknown } {
    if (over.kind === 'range') {
      const [from, to] = [over.from, over.to].map((end) => Math.trunc(toNumber(this.#evaluate(end)))) as [
        number,
        number,
      ]
      return { length: Math.max(0, to - from + 1), at: (index) => from + index }
    }
    const value = this.#evaluate(over)
    if (Array.isArray(value)) return { length: value.length, at: (index) => value[index] as unknown }
    if (typeof value === 'string') return { length: value === '' ? 0 : 1, at: () => value }
    if (typeof value !== 'object' || value === null) return { length: 0, at: () => null }
    const entries = Object.entries(value)
    this.#meter.spend(entries.length)
    return { length: entries.length, at: (index) => entries[index] }
  }

  #evaluateFiltered({ value, filters }: Filtered): unknown {
    let result = this.#evaluate(value)
    for (const { apply, args } of filters) {
      this.#meter.spend(1)
      result = apply(
        result,
        args.map((arg) => this.#evaluate(arg)),
        this.#meter,
      )
    }
    return result
  }

  #evaluate(value: Value): unknown {
    this.#meter.spend(1)
    switch (value.kind) {
      case 'literal':
        return value.value
      case 'empty':
      case 'blank':
        return ''
      case 'path': {
        let found = this.#find(value.name)
        for (const key of value.keys) found = readKey(found, this.#evaluate(key), this.#meter)
        return found
      }
      default:
        return unreachable(value)
    }
  }

  #find(name: string): unknown {
    for (let index = this.#loops.length - 1; index >= 0; index--) {
      const loop = this.#loops[index]
      if (loop?.name === name) return loop.entry
      if (loop && name === 'forloop') return loop.forloop
    }
    if (this.#assigned.has(name)) return this.#assigned.get(name)
    return Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined
  }

  /** The last `and` or `or` binds first, so they are put together from the end; what they join has no side effects. */
  #holds(condition: Condition): boolean {
    let holds = false
    for (let index = condition.length - 1; index >= 0; index--) {
      const part = condition[index]
      if (!part) break
      const itself = this.#isTrue(part.comparison)
      const join = condition[index + 1]?.join
      if (join === 'and') holds = itself && holds
      else holds = join === 'or' ? itself || holds : itself
    }
    return holds
  }

  #isTrue({ left, right }: Comparison): boolean {
    const value = this.#evaluate(left)
    if (!right) return isTruthy(value)
    switch (right.operator) {
      case '==':
        return this.#equals(value, right.value, left)
      case '!=':
        return !this.#equals(value, right.value, left)
      case 'contains':
        return contains(value, this.#evaluate(right.value), this.#meter)
      case '<':
        return compare(value, this.#evaluate(right.value), this.#meter) < 0
      case '>':
        return compare(value, this.#evaluate(right.value), this.#meter) > 0
      case '<=':
        return compare(value, this.#evaluate(right.value), this.#meter) <= 0
      case '>=':
        return compare(value, this.#evaluate(right.value), this.#meter) >= 0
      default:
        return unreachable(right.operator)
    }
  }

  /** `left` is where the value comes from: `empty` and `blank` mean what they say on either side. */
  #equals(value: unknown, right: Value, left?: Value): boolean {
    if (right.kind === 'empty') return isEmpty(value)
    if (right.kind === 'blank') return isBlank(value, this.#meter)
    const other = this.#evaluate(right)
    if (left?.kind === 'empty') return isEmpty(other)
    if (left?.kind === 'blank') return isBlank(other, this.#meter)
    return areEqual(value, other, this.#meter)
  }
}

function clamp(number: number, most: number): number {
  return Math.min(most, Math.max(0, Math.trunc(number)))
}

function placeInLoop(index: number, length: number): Record<string, unknown> {
  return {
    index: index + 1,
    index0: index,
    rindex: length - index,
    rindex0: length - index - 1,
    first: index === 0,
    last: index === length - 1,
    length,
  }
}
