import type { PostState } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { listPolls, type PostPoll } from '../posts/post-polls.ts'
import { listVoters, type PostStateRow } from './events.queries.ts'
import type { LiveStream } from './live-stream.ts'
import type { OpenStreams } from './open-streams.ts'

/** What a viewer sees of the poll of a post. */
export type PollOf = (post: PostId, stream: LiveStream) => Pick<PostState, 'poll' | 'pollResults'>

/** The polls of these posts, and who of those who watch them sees results that not every reader sees. */
export async function readPollStates(db: Connection, { watched }: OpenStreams, rows: readonly PostStateRow[]) {
  const polls = await listPolls(db, rows)
  const closed = [...polls].filter(([, { voterResults }]) => voterResults)
  const viewers = new Set<MemberId>()
  for (const [id] of closed) for (const { viewer } of watched.get(id)?.streams ?? []) viewers.add(viewer.id)
  const votes =
    viewers.size === 0 ? [] : await listVoters(db, { posts: closed.map(([id]) => id), members: [...viewers] })
  const voted = new Set(votes.map((row) => `${row.post_id} ${row.member_id}`))
  const voterResultsOf = ({ author, voterResults }: PostPoll, id: PostId, { viewer }: LiveStream) =>
    voterResults && (viewer.id === author || voted.has(`${id} ${viewer.id}`)) ? voterResults : null
  const of: PollOf = (id, stream) => {
    const post = polls.get(id)
    const results = post && voterResultsOf(post, id, stream)
    return { ...(post && { poll: post.poll }), ...(results && { pollResults: results }) }
  }
  return {
    of,
    get: (id: PostId) => polls.get(id),
    showsResults(id: PostId, stream: LiveStream): boolean {
      const { poll, pollResults } = of(id, stream)
      return (poll?.results ?? pollResults) !== undefined
    },
    /** Differs whenever results do that somebody sees. */
    resultsOf(id: PostId): string {
      const post = polls.get(id)
      const results = post && (post.poll.results ?? post.voterResults)
      return results ? JSON.stringify(results) : ''
    },
  }
}
