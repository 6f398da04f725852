import { reportFailure } from '../../../data/api/error-notifications.ts'
import { loadCode } from '../../../data/code/load-code.ts'
import { type Place, type ReadSort, readingOf } from '../../../data/feed/place.ts'
import { keepRead, sendPosition } from '../../../data/feed/position.ts'
import type { RowsView } from '../../posts/list-place.ts'

/** Goes to a place of the feed, whose posts are loaded if need be. A failure is reported. */
export async function goOn(sort: ReadSort, place: Place, view: RowsView | null): Promise<void> {
  readingOf(sort).begin = place
  if (view?.goTo(place)) return
  try {
    const { openAt } = await loadCode(() => import('../../../data/feed/gaps.ts'))
    // Another post, if that one is gone.
    const begin = await openAt(sort, place)
    if (begin) view?.goTo(begin)
  } catch (error) {
    reportFailure(error)
  }
}

/** Stores that the member reads on here, and not where they have stopped. */
export async function turnDown(sort: ReadSort, view: RowsView | null): Promise<void> {
  const { position } = readingOf(sort)
  const seen = view?.visible() ?? []
  const [key] = seen
  if (!position || key === undefined) return
  const newestId = String(Math.max(Number(position.newestId), ...seen.map(Number)))
  const read = { place: view?.place() ?? { key, offset: 0 }, newestId, at: Date.now() }
  keepRead(sort, read)
  // A place that was not sent is kept, and sent by the next page.
  await sendPosition(sort, read, false).catch(() => undefined)
}
