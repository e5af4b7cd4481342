/** Recognising what somebody said: whole words, whatever the case, wherever in the sentence. */

/** The outcome that means: never call again. */
export const OPT_OUT = 'opt_out'
/** Any words, or none, in this place. As a phrase of its own it matches every reply. */
const ANYTHING = '*'

/** How people ask in English not to be called again. Rather too many than too few: a wish unheard is the worse mistake. */
const OPT_OUT_PHRASES = [
  'do not call|do not phone|do not ring|do not contact',
  "don't call|don't phone|don't ring|don't contact|don't ever call",
  'dont call|dont phone|dont ring|dont contact',
  'never call|never phone|never contact|not be called|not to be called|not want to be called|not want calls',
  "don't want to be called|don't want any calls|don't want any more calls|don't want these calls",
  'stop calling|stop phoning|stop ringing|stop contacting|quit calling|no more calls',
  'remove me|remove my number|delete my number|lose my number|remove this number|delete this number',
  'take me off|take my number off|take this number off|off your list|off the list',
  'unsubscribe|opt out|opt me out',
].join('|')

/** What stands between the `*` of a phrase, as words: `call * later` is two pieces, `*` is two empty ones. */
type Phrase = readonly (readonly string[])[]

const OPT_OUT_WISHES = readPhrases(OPT_OUT_PHRASES)

/**
 * Whether a text contains one of the phrases, which `|` separates. Words are compared without regard to case and
 * punctuation; `*` within a phrase stands for any words.
 */
export function matchesPhrases(text: string, phrases: string): boolean {
  return containsOneOf(wordsOf(text), readPhrases(phrases))
}

/** Whether a callee asks, in English, not to be called again. */
export function asksToOptOut(text: string): boolean {
  return containsOneOf(wordsOf(text), OPT_OUT_WISHES)
}

function readPhrases(phrases: string): Phrase[] {
  return phrases.split('|').map((phrase) => phrase.split(ANYTHING).map(wordsOf))
}

function containsOneOf(words: readonly string[], phrases: readonly Phrase[]): boolean {
  return phrases.some((phrase) => contains(words, phrase))
}

/** Finds the pieces one after another; the first place that fits is always good enough. */
function contains(words: readonly string[], phrase: Phrase): boolean {
  const isWordless = phrase.every((piece) => piece.length === 0)
  if (isWordless) return phrase.length > 1
  let from = 0
  for (const piece of phrase) {
    const at = indexOfPiece(words, piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return true
}

function indexOfPiece(words: readonly string[], piece: readonly string[], from: number): number {
  for (let at = from; at + piece.length <= words.length; at++) {
    if (piece.every((word, i) => words[at + i] === word)) return at
  }
  return -1
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll('’', "'").toLowerCase()
  return plain.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? []
}
