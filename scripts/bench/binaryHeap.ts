/** Timers in a binary heap, as they are kept where there is no wheel: the earliest on top, canceled ones marked and skipped. */
export class HeapTimers {
  readonly #dueAt: number[] = []
  readonly #heap: number[] = []
  readonly #canceled = new Set<number>()

  insert(dueAt: number): number {
    const handle = this.#dueAt.push(dueAt) - 1
    let at = this.#heap.push(handle) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#due(parent) <= dueAt) break
      this.#heap[at] = this.#heap[parent]!
      at = parent
    }
    this.#heap[at] = handle
    return handle
  }

  cancel(handle: number): void {
    this.#canceled.add(handle)
  }

  advance(now: number, fire: (handle: number) => void): void {
    while (this.#heap.length > 0 && this.#due(0) <= now) {
      const handle = this.#pop()
      if (!this.#canceled.delete(handle)) fire(handle)
    }
  }

  nextDueAt(): number | null {
    return this.#heap.length === 0 ? null : this.#due(0)
  }

  #due(at: number): number {
    return this.#dueAt[this.#heap[at]!]!
  }

  #pop(): number {
    const top = this.#heap[0]!
    const last = this.#heap.pop()!
    if (this.#heap.length > 0) this.#sink(last)
    return top
  }

  /** Puts a timer on top and lets it sink to its place. */
  #sink(handle: number): void {
    const dueAt = this.#dueAt[handle]!
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#heap.length) break
      if (child + 1 < this.#heap.length && this.#due(child + 1) < this.#due(child)) child++
      if (this.#due(child) >= dueAt) break
      this.#heap[at] = this.#heap[child]!
      at = child
    }
    this.#heap[at] = handle
  }
}
