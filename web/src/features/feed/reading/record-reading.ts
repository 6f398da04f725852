import { offerIn, type ReadSort, readingOf } from '../../../data/feed/place.ts'
import { keepRead, type Read, sendPosition } from '../../../data/feed/position.ts'
import type { RowsView } from '../../posts/list-place.ts'
import { followReader } from './follow-reader.ts'

/** The shortest time between two requests while the page is shown, in milliseconds. */
const PAUSE_MS = 3_000
/** After at most so many posts, who reads at the top does not come back to the place that is offered. */
const TURNS_DOWN_AFTER = 10

/**
 * Stores the position on the server as the reader moves on, and when the page is hidden. A tab in which nobody reads
 * sends nothing. Returns a function that ends it.
 * @param keys the posts of the list
 */
export function recordReading(
  sort: ReadSort,
  view: () => RowsView | null,
  { isMoving, keys }: { isMoving: boolean; keys: () => readonly string[] },
): () => void {
  let unsent: Read | null = null
  const { position, begin } = readingOf(sort)
  // A visit that began at the top has shown its first post.
  let newest = Math.max(Number(position?.newestId ?? 0), begin === null ? Number(keys()[0] ?? 0) : 0)
  let last = position ? JSON.stringify([{ key: position.postId, offset: position.offset }, newest]) : ''
  let timer = 0
  let nextAt = 0

  function see(): void {
    if (document.visibilityState !== 'visible') return
    newest = Math.max(newest, ...(view()?.visible() ?? []).map(Number))
  }
  function note(): void {
    see()
    const [top] = view()?.visible() ?? []
    const below = view()?.place() ?? null
    const offer = offerIn(sort)
    const count = below ? keys().indexOf(below.key) : 0
    if (offer && count >= Math.min(offer.count, TURNS_DOWN_AFTER)) offer.isKept = false
    // At the top of the page, that is the first post. Without a position, the feed opens at the top anyway.
    const read = below ?? (top === undefined || last === '' ? null : { key: top, offset: 0 })
    const place = offer?.isKept ? offer.place : read
    if (!place || last === JSON.stringify([place, newest])) return
    last = JSON.stringify([place, newest])
    unsent = { place, newestId: String(newest), at: Date.now() }
    keepRead(sort, unsent)
    clearTimeout(timer)
    timer = window.setTimeout(() => void send(), Math.max(0, nextAt - Date.now()))
  }
  async function send(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    if (!unsent) return
    const read = unsent
    unsent = null
    nextAt = Date.now() + PAUSE_MS
    try {
      await sendPosition(sort, read, isLeaving)
    } catch {
      // With the next one.
      unsent ??= read
    }
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') void send(true)
  }

  see()
  const stop = followReader({ move: see, rest: note }, isMoving)
  document.addEventListener('visibilitychange', onHide)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onHide)
    void send(true)
  }
}
