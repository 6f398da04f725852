/** The delivery of live news since the last report. */
export interface NewsReport {
  /** The number of posts that had to be delivered, summed over the watchers. */
  readonly due: number
  readonly missing: readonly string[]
  readonly repeated: readonly string[]
  /** Maximum time from a post's acknowledgement to its delivery, in milliseconds. */
  readonly latestMs: number
}

interface Posted {
  readonly id: string
  readonly author: number
  /** The time of performance.now(). */
  readonly at: number
}

/** Records acknowledged posts, and when each watcher received them. */
export class NewsLedger {
  readonly #follows: readonly ReadonlySet<number>[]
  readonly #told: readonly Map<string, number>[]
  #posts: Posted[] = []
  #repeated: string[] = []

  /** @param follows the followed authors of each watcher */
  constructor(follows: readonly ReadonlySet<number>[]) {
    this.#follows = follows
    this.#told = follows.map(() => new Map())
  }

  posted(author: number, id: string): void {
    this.#posts.push({ id, author, at: performance.now() })
  }

  told(watcher: number, ids: readonly string[]): void {
    const told = this.#told[watcher]
    for (const id of ids) {
      if (told?.has(id)) this.#repeated.push(`watcher ${watcher} was told of post ${id} twice`)
      else told?.set(id, performance.now())
    }
  }

  /**
   * Whether every watcher has received all posts acknowledged before `end`. @param end the time of performance.now()
   */
  isSettled(end: number): boolean {
    return this.#look(end).missing.length === 0
  }

  /** Covers the time from the last report to `end`. A missing post is reported once. */
  report(end: number): NewsReport {
    const report = { ...this.#look(end), repeated: this.#repeated }
    this.#posts = this.#posts.filter(({ at }) => at >= end)
    this.#repeated = []
    return report
  }

  #look(end: number): Omit<NewsReport, 'repeated'> {
    const missing: string[] = []
    let due = 0
    let latestMs = 0
    for (const [watcher, follows] of this.#follows.entries()) {
      for (const { id, author, at } of this.#posts) {
        if (at >= end || !follows.has(author)) continue
        due++
        const told = this.#told[watcher]?.get(id)
        if (told === undefined) missing.push(`watcher ${watcher} was not told of post ${id} by ${author}`)
        else latestMs = Math.max(latestMs, told - at)
      }
    }
    return { due, missing, latestMs }
  }
}
