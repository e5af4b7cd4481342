/** What travels with a request through the HTTP layer. */
export interface Edge {
  Bindings: {
    /** Names the request in its answer and in the log. */
    requestId: string
    /** The operationId, once the route is found; `other` before that, and for documents. */
    operation: string
    /** The client's network address. */
    address: string
    /** Headers that the answer gets whatever it is, collected on the way. */
    answerHeaders: Record<string, string>
  }
}
