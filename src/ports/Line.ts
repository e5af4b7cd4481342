/**
 * What Playcall asks of a line, over which an agent and a callee talk in text, and what a line tells.
 *
 * An utterance is any number of `speak`s and one `finish`: words are spoken while the rest of them is still being thought
 * of. Whether the carrier turns speech into text, or Playcall does, is the line's business. Unlike a carrier's reports the
 * events of a line come once and in order.
 */
export type LineEvent =
  /** The callee said something. */
  | { kind: 'heard'; attemptId: string; text: string }
  /**
   * The callee cut in, having heard `heard` of the present or last utterance. What was not spoken yet is gone. Comes
   * before the words that cut in.
   */
  | { kind: 'interrupted'; attemptId: string; heard: string }
  /** No word was spoken for the `silenceAfterS` of the last utterance. */
  | { kind: 'silence'; attemptId: string }

/** How an utterance ends. */
export interface UtteranceEnd {
  /** Seconds without a word from the callee after which `silence` is reported; null for never. */
  silenceAfterS: number | null
  /** What happens when everything has been spoken: listen to the callee, hang up, or hand the callee to another number. */
  then: { kind: 'listen' } | { kind: 'hangup' } | { kind: 'transfer'; to: string }
}

export interface Line {
  /** Words of the present utterance, in pieces of any size. Nothing happens when the call is over. */
  speak(attemptId: string, text: string, interruptible: boolean): void
  /**
   * The present utterance is complete. Without words it goes straight to `then`. Nothing happens when the call is over,
   * nor after an utterance that hangs up or transfers: those are the last words.
   */
  finish(attemptId: string, end: UtteranceEnd): void
}
