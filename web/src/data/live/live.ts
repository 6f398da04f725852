import { WATCHED_MAX } from '@quack/contract/rules/limits'
import { checkSoon, dropCheck } from '../api/check-server.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { createMemberState } from '../api/member-state.ts'
import { getSession, onSessionChange, type Session } from '../api/session.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { applyEvent } from './apply-event.ts'
import { type Outcome, readEvents } from './read-events.ts'

/** Delay before a reconnect, in milliseconds: doubled after each failure. */
const PAUSE = { least: 1_000, most: 60_000 } as const
/** Delay while a list is loading, in milliseconds: the list comes first. */
const BUSY_MS = 500

/** The id of the last event of this session. The next stream resumes after it. */
const lastEvent = createMemberState(() => ({ token: '', id: '' }))

/** Keeps a stream open while a member is signed in and online, and the page is visible. @returns what ends it */
export function startLive(): () => void {
  const watched = new WatchedPosts()
  let open: AbortController | null = null

  function look(): void {
    const session = getSession()
    const isWanted = session !== null && document.visibilityState === 'visible' && getConnection() === 'online'
    if (isWanted && !open) {
      open = new AbortController()
      // The server may have gone away while the page was hidden. The stream's first event id cancels this check.
      checkSoon()
      void follow(session, watched, open.signal)
    } else if (!isWanted && open) close()
  }
  function close(): void {
    open?.abort()
    open = null
  }
  function restart(): void {
    close()
    look()
  }

  look()
  document.addEventListener('visibilitychange', look)
  const unsubscribe = [
    onConnectionChange(look),
    onSessionChange(restart),
    onPostsShown(() => {
      if (watched.look()) restart()
    }),
  ]
  return () => {
    document.removeEventListener('visibilitychange', look)
    for (const stop of unsubscribe) stop()
    close()
  }
}

/** Opens one stream after the other, until `signal` aborts or the session or account has ended. */
async function follow({ token }: Session, watched: WatchedPosts, signal: AbortSignal): Promise<void> {
  const last = lastEvent()
  if (last.token !== token) Object.assign(last, { token, id: '' })
  let failures = 0
  let isOver = false
  while (!signal.aborted) {
    if (queryClient.isFetching({ queryKey: postLists.all }) > 0) {
      await pause(BUSY_MS, signal)
      continue
    }
    watched.look()
    let retryMs: number = PAUSE.least
    const outcome: Outcome = await readEvents(
      { token, watch: watched.ids, lastEventId: last.id },
      {
        eventId(id) {
          Object.assign(last, { token, id })
          failures = 0
          dropCheck()
        },
        retry: (ms) => {
          retryMs = ms
        },
        event(name, data) {
          // An unknown event comes from a newer release.
          applyEvent[name]?.(data)
          if (name === 'ended') isOver = true
        },
      },
      signal,
    )
    if (outcome === 'refused' || isOver || signal.aborted) return
    if (outcome === 'failed') checkSoon()
    failures = outcome === 'ended' ? 0 : failures + 1
    const most = outcome === 'ended' ? retryMs : Math.min(PAUSE.least * 2 ** failures, PAUSE.most)
    // Jitter: after a server restart, clients must not all reconnect at the same time.
    await pause(most * (0.5 + Math.random() / 2), signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** While the reader scrolls, posts keep appearing. The stream gets the new list after a pause of this length, in ms. */
const REST_MS = 2_000

/** The posts on the screen and those most recently on it, the latest first. */
class WatchedPosts {
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
function onPostsShown(listener: () => void): () => void {
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
