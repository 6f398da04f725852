import type { Connection } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { type Hidden, isHidden } from '../../reading/hidden.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { isForFollowers } from '../visibility/audience.ts'
import { listFollows, listPostStates, type PostStateRow } from './events.queries.ts'
import { versionOf } from './events.view.ts'
import type { LiveStream } from './live-stream.ts'
import type { OpenStreams } from './open-streams.ts'
import { readPollStates } from './poll-states.ts'
import { prepareStateTexts } from './post-state-texts.ts'

/** Maximum number of posts per query. */
const CHUNK_MAX = 500
/** Minimum time between two events of which new results of a poll are the only cause, in milliseconds. */
const RESULTS_MS = 1_000
/** The version of a deleted post. */
const GONE = 'gone'

/**
 * Sends the state of these posts to all streams that watch them, if it has changed, or if they see the post now and did
 * not before, or the other way round. Streams that have just joined, or that may see other members than before, get it
 * in any case. For who does not see it, a post is deleted. Each post is read once.
 * @returns posts of which the results of a poll are to be sent later
 */
export async function sendPostStates(
  db: Connection,
  streams: OpenStreams,
  posts: ReadonlySet<PostId>,
  refreshed: ReadonlySet<LiveStream>,
): Promise<PostId[]> {
  const later: PostId[] = []
  const now = Date.now()
  const joiners = new Map<PostId, LiveStream[]>()
  for (const stream of refreshed) {
    for (const post of stream.watched) joiners.set(post, [...(joiners.get(post) ?? []), stream])
  }
  const ids = [...new Set([...posts, ...joiners.keys()])].filter((id) => streams.watched.has(id))
  for (let from = 0; from < ids.length; from += CHUNK_MAX) {
    const chunk = ids.slice(from, from + CHUNK_MAX)
    const rows = new Map((await listPostStates(db, { ids: chunk })).map((row) => [row.id, row]))
    const polls = await readPollStates(db, streams, [...rows.values()])
    const textOf = await prepareStateTexts(db, [...rows.values()], polls.of)
    const isReader = await findReaders(db, streams, [...rows.values()])
    for (const id of chunk) {
      const watched = streams.watched.get(id)
      if (!watched) continue
      const row = rows.get(id)
      const version = row ? versionOf(row, polls.get(id)?.poll) : GONE
      const isUnchanged = watched.sentVersion === version
      // Of a post for followers, the version does not say who sees it.
      const isForAll = !row || !isForFollowers(row)
      const results = polls.resultsOf(id)
      // A change of the rest is told at once.
      const isTooSoon = isUnchanged && watched.sentResults !== results && now < watched.resultsAt + RESULTS_MS
      if (isTooSoon) later.push(id)
      const hasNewResults = watched.sentResults !== results && !isTooSoon
      const listeners = isUnchanged && isForAll && !hasNewResults ? (joiners.get(id) ?? []) : watched.streams
      for (const stream of listeners) {
        // It was opened during this round, so it is not known what its viewer sees. The next round sends it all states.
        if (!stream.hidden) continue
        const isGone = !row || !isSeen(stream.viewer, stream.hidden, row) || !isReader(stream, row)
        const wasGone = stream.gone.has(id)
        // Whoever does not see the results is not told that somebody has voted.
        const isTold = !isUnchanged || isGone !== wasGone || refreshed.has(stream)
        if (!isTold && !(hasNewResults && polls.showsResults(id, stream))) continue
        // Once: whoever does not see a post is not told that something happens to it.
        if (!isGone) stream.sendState(row, () => textOf(row, stream))
        else if (!wasGone) stream.send('delete', { _id: String(id) })
        stream.gone[isGone ? 'add' : 'delete'](id)
      }
      watched.sentVersion = version
      if (hasNewResults) Object.assign(watched, { sentResults: results, resultsAt: now })
      watched.author = row?.author_id ?? null
      watched.card = row?.card_id ?? null
    }
  }
  return later
}

/** Only its author sees a post that a moderator has hidden. */
function isSeen(viewer: Viewer, hidden: Hidden, { author_id, hidden_at }: PostStateRow): boolean {
  return !isHidden(hidden, author_id) && (hidden_at === null || author_id === viewer.id)
}

/** Who sees posts that are for followers, in one query if there are any. */
async function findReaders(db: Connection, { watched }: OpenStreams, rows: readonly PostStateRow[]) {
  const closed = rows.filter(isForFollowers)
  const viewers = new Set<MemberId>()
  for (const { id } of closed) for (const { viewer } of watched.get(id)?.streams ?? []) viewers.add(viewer.id)
  const authors = new Set(closed.map((row) => row.author_id))
  const follows = viewers.size === 0 ? [] : await listFollows(db, [...viewers], [...authors])
  const known = new Set(follows.map((row) => `${row.follower_id} ${row.followed_id}`))
  return ({ viewer }: LiveStream, row: PostStateRow) =>
    !isForFollowers(row) || viewer.id === row.author_id || known.has(`${viewer.id} ${row.author_id}`)
}
