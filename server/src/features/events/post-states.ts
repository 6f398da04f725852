import type { Connection } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { listRows } from '../posts/posts.queries.ts'
import { type EventStream, eventText } from './event-stream.ts'
import { postStateView, versionOf } from './events.view.ts'
import type { OpenStreams } from './open-streams.ts'

/** Maximum number of posts per query. */
const CHUNK_MAX = 500
/** The version of a deleted post. */
const GONE = 'gone'

/**
 * Sends the state of these posts to all streams that watch them, if it has changed; streams that have just joined get
 * it in any case. Each post is read and serialised once.
 */
export async function sendPostStates(
  db: Connection,
  streams: OpenStreams,
  posts: ReadonlySet<PostId>,
  joined: ReadonlySet<EventStream>,
): Promise<void> {
  const joiners = new Map<PostId, EventStream[]>()
  for (const stream of joined) {
    for (const post of stream.watched) joiners.set(post, [...(joiners.get(post) ?? []), stream])
  }
  const ids = [...new Set([...posts, ...joiners.keys()])].filter((id) => streams.watched.has(id))
  for (let from = 0; from < ids.length; from += CHUNK_MAX) {
    const chunk = ids.slice(from, from + CHUNK_MAX)
    const now = Date.now()
    const rows = new Map((await listRows(db, chunk, null)).map((row) => [row.id, row]))
    for (const id of chunk) {
      const watched = streams.watched.get(id)
      if (!watched) continue
      const row = rows.get(id)
      const version = row ? versionOf(row) : GONE
      const listeners = watched.sentVersion === version ? (joiners.get(id) ?? []) : watched.streams
      const text = row ? eventText('post', postStateView(row, now)) : eventText('delete', { _id: String(id) })
      for (const stream of listeners) stream.write(text)
      watched.sentVersion = version
    }
  }
}
