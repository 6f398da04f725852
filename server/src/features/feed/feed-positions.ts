import type { ENDPOINTS, EndpointInput, FeedPosition, ReadSort } from '@quack/contract'
import type { Database } from '../../database/database.ts'
import { idAtTime } from '../../database/ids.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { findPosition, findStart, type PositionRow, putPosition, updateHomeStart } from './feed-positions.queries.ts'

/** How far the clocks of nodes may be apart, in milliseconds. */
const CLOCKS_APART_MS = 60_000

/** From the primary, because it may have been stored on another node a moment ago. */
export async function readPosition(db: Database, viewer: Viewer, sort: ReadSort): Promise<FeedPosition | null> {
  const row = await findPosition(db.primary, { member: viewer.id, sort })
  return row ? positionView(row, viewer) : null
}

/** The same, and whether the member opens the feed there. */
export async function readStart(db: Database, viewer: Viewer, sort: ReadSort) {
  const { resumesHome, position } = await findStart(db.primary, { member: viewer.id, sort })
  return { resumesHome, position: position ? positionView(position, viewer) : null }
}

/** @throws guestFixed */
export async function setHomeStart(db: Database, viewer: Viewer, resumes: boolean): Promise<void> {
  requireOwn(viewer)
  await db.write((transaction) => updateHomeStart(transaction, viewer.id, resumes))
}

/** @returns what is stored then: a later reading stays, whichever request comes first; @throws guestFixed */
export async function storePosition(
  db: Database,
  viewer: Viewer,
  { sort, postId, offset, newestId, age }: EndpointInput<typeof ENDPOINTS.setFeedPosition>['body'],
): Promise<FeedPosition> {
  requireOwn(viewer)
  const now = Date.now()
  // A larger id than posts can have would hide new posts for ever.
  const newest = Math.min(Number(newestId), idAtTime(now + CLOCKS_APART_MS))
  const row = await db.write((transaction) =>
    putPosition(transaction, {
      member: viewer.id,
      sort,
      post: Number(postId),
      offset,
      newest,
      at: now - age,
      session: viewer.sessionId,
    }),
  )
  return positionView(row, viewer)
}

function positionView(row: PositionRow, viewer: Viewer): FeedPosition {
  return {
    postId: String(row.post_id),
    offset: row.line_offset,
    readAt: new Date(row.read_at).toISOString(),
    device: row.device,
    isThisDevice: row.session_id === viewer.sessionId,
    newestId: String(row.newest_id),
  }
}
