import { checkSoon, dropCheck } from '../check-server.ts'
import { getConnection, onConnectionChange } from '../connection.ts'
import { postLists } from '../post-lists.ts'
import { queryClient } from '../query-client.ts'
import { getSession, onSessionChange, type Session } from '../session.ts'
import { applyEvent } from './apply-event.ts'
import { type Outcome, readEvents } from './read-events.ts'
import { onPostsShown, WatchedPosts } from './watched-posts.ts'

/** Between two tries, in milliseconds: twice as long after each that failed. */
const PAUSE = { least: 1_000, most: 60_000 } as const
/** While a list is being read, which comes first. */
const BUSY_MS = 500

/** Where the news of this session was left, so that it goes on there after a pause. */
let lastEvent = { token: '', id: '' }

/** Holds one stream of events open while somebody is signed in and looks at the page. Returns what ends it. */
export function startLive(): () => void {
  const watched = new WatchedPosts()
  let open: AbortController | null = null

  function look(): void {
    const session = getSession()
    const isWanted = session !== null && document.visibilityState === 'visible' && getConnection() === 'online'
    if (isWanted && !open) {
      open = new AbortController()
      // While the page was hidden, nobody would have noticed. The stream's first word calls this off.
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

/** One stream after the other, until it is told to stop or a refusal says that there is no point. */
async function follow({ token }: Session, watched: WatchedPosts, signal: AbortSignal): Promise<void> {
  if (lastEvent.token !== token) lastEvent = { token, id: '' }
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
      { token, watch: watched.ids, lastEventId: lastEvent.id },
      {
        eventId(id) {
          lastEvent = { token, id }
          failures = 0
          dropCheck()
        },
        retry: (ms) => {
          retryMs = ms
        },
        event(name, data) {
          // One that is not known is of a newer release.
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
    // Not all at the same moment, when a server has restarted.
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
