import type { Connection } from '../../database/database.ts'
import { listProfiles } from './events.queries.ts'
import type { LiveStream } from './live-stream.ts'
import type { OpenStreams } from './open-streams.ts'
import type { PendingWork } from './pending-work.ts'

/**
 * Sends members the changes of their own profiles. A stream that was opened during the round gets them in the next one.
 */
export async function sendProfiles(db: Connection, streams: OpenStreams, work: PendingWork): Promise<void> {
  const members = work.everything
    ? streams.members()
    : [...new Set([...work.profiles, ...[...work.joined].map(({ viewer }) => viewer.id)])]
  if (members.length === 0) return
  for (const profile of await listProfiles(db, members)) {
    for (const stream of streams.of(profile.id)) {
      // One that was made and answered within a round leaves no other trace.
      if (work.requesters.has(profile.id)) stream.requestRounds++
      if (stream.hidden) sendProfile(stream, profile)
    }
  }
}

type Profile = Awaited<ReturnType<typeof listProfiles>>[number]

function sendProfile(stream: LiveStream, profile: Profile): void {
  const { followers_count: followersCount, pinned_post: pinned, relations, requests } = profile
  const own = `${profile.own_requests}-${stream.requestRounds}`
  if (stream.relations !== relations) {
    stream.relations = relations
    stream.send('relations', { version: relations })
  }
  if (stream.pinnedPost !== pinned) {
    stream.pinnedPost = pinned
    stream.send('pin', { pinnedPost: pinned === null ? null : String(pinned) })
  }
  if (stream.requests !== `${requests} ${own}`) {
    stream.requests = `${requests} ${own}`
    stream.send('requests', { followRequests: requests, own })
  }
  if (stream.followersCount !== followersCount) {
    stream.followersCount = followersCount
    stream.send('follower', { followersCount })
  }
}
