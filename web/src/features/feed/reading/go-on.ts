import { reportFailure } from '../../../data/api/error-notifications.ts'
import { loadCode } from '../../../data/code/load-code.ts'
import { noteJump, type Place, type ReadSort, readingOf } from '../../../data/feed/place.ts'
import type { RowsView } from '../../posts/list-place.ts'

/** Goes to a place of the feed, whose posts are loaded if need be. A failure is reported. */
export async function goOn(sort: ReadSort, place: Place, view: RowsView | null): Promise<void> {
  noteJump(sort)
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
