/** How live news went between two looks. */
export interface NewsReport {
  /** Posts that a watcher had to be told of, summed over the watchers. */
  readonly due: number
  readonly missing: readonly string[]
  readonly repeated: readonly string[]
  /** Between an acknowledgement and the word of it, at most, in milliseconds. */
  readonly latestMs: number
}

interface Posted {
  readonly id: string
  readonly author: number
  /** As of performance.now(). */
  readonly at: number
}

/** Which posts were acknowledged, and when each watcher was told of each. */
export class NewsLedger {
  readonly #follows: readonly ReadonlySet<number>[]
  readonly #told: readonly Map<string, number>[]
  #posts: Posted[] = []
  #repeated: string[] = []

  /** @param follows of each watcher, the authors whom it follows */
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

  /** Whether every watcher was told of all that was acknowledged before. @param end as of performance.now() */
  isSettled(end: number): boolean {
    return this.#look(end).missing.length === 0
  }

  /** From the last report to this time. What is missing then is not told of again. */
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
