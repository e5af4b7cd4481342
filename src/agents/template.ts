/**
 * The texts of a playbook are Liquid templates over the call's variables. Templates come from account holders and
 * variables from anybody, so both are bounded: a template reads nothing but the variables' own properties, opens no
 * file, and is stopped when it takes too long. What variables contain is data: it is written out as it is.
 */
import { Liquid, type Template } from 'liquidjs'

/** UTF-16 units of a template and of the text it makes: twice what the contract allows in characters, and far more than anybody says. */
const MOST_UNITS = 20_000
/**
 * A text takes well under a millisecond, and while it renders nothing else runs. The limit is time on the wall, so it
 * leaves room for a machine that stalls.
 */
const RENDER_LIMIT_MS = 200
/** Objects and characters made while rendering: ample for a text, far below what would be felt. */
const MEMORY_LIMIT = 1_000_000
/** Playbooks in use at once, times their texts. The oldest parsed template makes room. */
const MOST_CACHED_TEMPLATES = 1_000
/** Tags that open other templates. Without them there is nothing that could reach a file. */
const FILE_TAGS = ['include', 'render', 'layout', 'block']

const engine = createEngine()
const cache = new Map<string, Template[]>()

function createEngine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: MOST_UNITS,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    templates: {},
    timezoneOffset: 0,
  })
  for (const tag of FILE_TAGS) delete liquid.tags[tag]
  return liquid
}

/** What is wrong with a template, in a sentence; null when it can be parsed. It is not run. */
export function checkTemplate(text: string): string | null {
  if (text.length > MOST_UNITS) return 'The template is too long to be read.'
  try {
    engine.parse(text)
    return null
  } catch (error) {
    return `The template cannot be read: ${reasonOf(error)}.`
  }
}

/**
 * The text that a template makes of the variables, without space at its ends. Unknown variables are empty.
 * Throws when the template cannot be parsed, fails, or exceeds a limit.
 */
export function renderTemplate(text: string, variables: Readonly<Record<string, unknown>>): string {
  const rendered: unknown = engine.renderSync(parse(text), variables)
  const spoken = String(rendered)
  if (spoken.length > MOST_UNITS) {
    throw new Error(`the text has ${spoken.length} characters; ${MOST_UNITS} are the most`)
  }
  return spoken.trim()
}

function parse(text: string): Template[] {
  const cached = cache.get(text)
  if (cached) return cached
  const parsed = engine.parse(text)
  for (const oldest of cache.keys()) {
    if (cache.size < MOST_CACHED_TEMPLATES) break
    cache.delete(oldest)
  }
  cache.set(text, parsed)
  return parsed
}

/** The first line of Liquid's message, which ends with the place; the lines after it show the source. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '').replace(/\.$/, '')
}
