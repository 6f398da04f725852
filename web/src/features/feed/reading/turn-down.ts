import { type ReadSort, readingOf } from '../../../data/feed/place.ts'
import { keepRead, sendPosition } from '../../../data/feed/position.ts'
import type { RowsView } from '../../posts/list-place.ts'

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
