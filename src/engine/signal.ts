/** Lets a part of the engine tell something to others that are made after it. */
export interface Signal<News> {
  /** Tells those who listen, in the order in which they began. Throws when there is none. */
  tell(news: News): void
  listen(hear: (news: News) => void): void
}

export function createSignal<News>(): Signal<News> {
  const listeners: ((news: News) => void)[] = []
  return {
    tell: (news) => {
      if (listeners.length === 0) throw new Error('the engine tells something that no part of it hears')
      for (const hear of listeners) hear(news)
    },
    listen: (hear) => void listeners.push(hear),
  }
}
