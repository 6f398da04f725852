import { WATCHED_MAX } from '@quack/contract/limits'
import { queryClient } from '../query-client.ts'

/** A reader who scrolls is left to it; once they have come to rest for so long, the stream is told. In milliseconds. */
const REST_MS = 2_000

const NOUN = 'post'

/** The posts on the screen, and those that were on it just before, the latest first. */
export class WatchedPosts {
  #ids: readonly string[] = []

  /** @returns whether some on the screen were not in the list before */
  look(): boolean {
    const shown = queryClient
      .getQueryCache()
      .findAll({ queryKey: [NOUN], type: 'active' })
      .map(({ queryKey }) => String(queryKey[1]))
    const isNew = shown.some((id) => !this.#ids.includes(id))
    this.#ids = [...new Set([...shown, ...this.#ids])].slice(0, WATCHED_MAX)
    return isNew
  }

  get ids(): readonly string[] {
    return this.#ids
  }
}

/** Calls back when posts have come to the screen and the reader has come to rest. */
export function onPostsShown(listener: () => void): () => void {
  let timer = 0
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerAdded' || query.queryKey[0] !== NOUN) return
    clearTimeout(timer)
    timer = window.setTimeout(listener, REST_MS)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
