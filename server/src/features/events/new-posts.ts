import { NEW_POSTS_MAX } from '@quack/contract/rules/limits'
import type { Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { listNewPosts, listRecentAuthors } from './events.queries.ts'
import type { LiveStream } from './live-stream.ts'
import { listNewReposts, listRecentReposts } from './new-reposts.queries.ts'
import { listNewTaggedPosts, listRecentTagged } from './new-tagged-posts.queries.ts'
import type { OpenStreams } from './open-streams.ts'
import { ResumeToken, settledIdAt } from './resume-token.ts'

/** With up to this many posts after the lowest floor, reading their authors first makes the main query cheaper. */
const RECENT_MAX = 1_000

/** Who may have new posts, which posts may have new hashtags, and which reposts are new. */
interface Changed {
  readonly authors: ReadonlySet<MemberId>
  readonly tagged: ReadonlySet<PostId>
  readonly reposts: ReadonlySet<number>
}

/**
 * Sends viewers the new posts by members and with hashtags that they follow, and what these members have reposted, with
 * one query each for all viewers.
 * @param changed restricts the posts to these; null for all. A read of all settles the tokens
 */
export async function sendNewPosts(
  db: Database,
  streams: OpenStreams,
  audience: Iterable<LiveStream>,
  changed: Changed | null,
): Promise<void> {
  // A copy: the query does not cover streams that join while it runs.
  const recipients = [...audience]
  const floors = new Map<MemberId, number>()
  for (const { viewer, resumeToken } of recipients) {
    floors.set(viewer.id, Math.min(resumeToken.floor, floors.get(viewer.id) ?? resumeToken.floor))
  }
  if (floors.size === 0) return
  // Taken before the query, because the query may not see what is committed meanwhile. The next read covers that.
  const settled = settledIdAt(Date.now())
  const lowest = Math.min(...floors.values())
  const authors = changed ? [...changed.authors] : await listRecentAuthors(db.read, lowest, RECENT_MAX)
  const tagged = changed ? [...changed.tagged] : await listRecentTagged(db.read, lowest, RECENT_MAX)
  const reposts = changed ? [...changed.reposts] : await listRecentReposts(db.read, lowest, RECENT_MAX)
  const requests = [...floors].map(([viewer, floor]) => ({ viewer, floor }))
  const rows = [
    ...(authors?.length === 0 ? [] : await listNewPosts(db.read, requests, authors, NEW_POSTS_MAX + 1)),
    ...(tagged?.length === 0 ? [] : await listNewTaggedPosts(db.read, requests, tagged, NEW_POSTS_MAX + 1)),
    ...(reposts?.length === 0 ? [] : await listNewReposts(db.heavy.read, requests, reposts, NEW_POSTS_MAX + 1)),
  ]
  const found = Map.groupBy(rows, (row) => row.viewer)
  for (const [viewer, newPosts] of found) {
    // A post may be by a followed member and have followed hashtags.
    const ids = [...new Set(newPosts.map(({ id }) => id))].sort((a, b) => a - b)
    for (const stream of streams.of(viewer)) deliver(stream, ids)
  }
  if (changed) return
  for (const stream of recipients) stream.resumeToken.settle(settled)
}

function deliver(stream: LiveStream, ids: readonly number[]): void {
  const undelivered = ids.filter((id) => stream.resumeToken.isNew(id))
  if (undelivered.length === 0) return
  if (undelivered.length > NEW_POSTS_MAX) {
    stream.resumeToken = ResumeToken.fresh(Date.now())
    stream.resumeToken.addDelivered(undelivered.filter((id) => stream.resumeToken.isNew(id)))
    stream.send('resync', {})
    return
  }
  stream.resumeToken.addDelivered(undelivered)
  stream.sendNews(undelivered)
}
