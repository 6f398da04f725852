import { WATCHED_MAX } from '@quack/contract/rules/limits'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** While the reader scrolls, posts keep appearing. The stream gets the new list after a pause of this length, in ms. */
const REST_MS = 2_000

/** The posts on the screen and those most recently on it, the latest first. */
export class WatchedPosts {
  #ids: readonly string[] = []

  /** Updates the list. @returns whether it has new posts */
  look(): boolean {
    const shown = queryClient
      .getQueryCache()
      .findAll({ queryKey: queryKeys.posts, type: 'active' })
      .map(({ queryKey }) => String(queryKey[1]))
    const isNew = shown.some((id) => !this.#ids.includes(id))
    this.#ids = [...new Set([...shown, ...this.#ids])].slice(0, WATCHED_MAX)
    return isNew
  }

  get ids(): readonly string[] {
    return this.#ids
  }
}

/** Calls back after posts have appeared on the screen, once no further one has for REST_MS. */
export function onPostsShown(listener: () => void): () => void {
  let timer = 0
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerAdded' || query.queryKey[0] !== queryKeys.posts[0]) return
    clearTimeout(timer)
    timer = window.setTimeout(listener, REST_MS)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
