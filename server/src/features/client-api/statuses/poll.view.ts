import type { Post } from '@quack/contract'
import type { Poll } from '@quack/contract/client-api/entities'
import { POLL_SECONDS_MAX, POLL_SECONDS_MIN } from '@quack/contract/rules/limits'
import type { SentPoll } from '../../posts/post-polls.ts'

/** The id has the version: a vote on other options than those that the app has shown is refused. */
export function pollView({ _id, poll, viewer }: Pick<Post, '_id' | 'poll' | 'viewer'>): Poll | null {
  if (!poll) return null
  const own = viewer?.poll
  const results = poll.results ?? own?.results
  return {
    id: `${_id}-${poll.version}`,
    expires_at: new Date(poll.endsAt).toISOString(),
    expired: poll.ended ?? false,
    multiple: poll.multiple,
    votes_count: results?.votes.reduce((sum, votes) => sum + votes, 0) ?? 0,
    voters_count: results?.voterCount ?? null,
    options: poll.options.map((title, at) => ({ title, votes_count: results?.votes[at] ?? null })),
    emojis: [],
    ...(viewer && { voted: own !== undefined && own.choices.length > 0, own_votes: own?.choices ?? [] }),
  }
}

interface Sent {
  readonly options: readonly string[]
  readonly expires_in?: number
  readonly multiple?: boolean
  readonly hide_totals?: boolean
}

export const isTimeKept = ({ expires_in: seconds = POLL_SECONDS_MIN }: Sent): boolean =>
  seconds >= POLL_SECONDS_MIN && seconds <= POLL_SECONDS_MAX

/**
 * Apps send the poll again with each edit. One that has ended stays as it is, and results that only voters see stay so
 * unless the app hides them.
 * @param on the post that is edited
 */
export function pollOf(sent: Sent | undefined, on?: Post): { poll?: SentPoll } {
  const present = on?.poll
  if (!sent || (present && Date.parse(present.endsAt) <= Date.now())) return {}
  const { options, expires_in: seconds, multiple, hide_totals: hides } = sent
  return {
    poll: {
      options,
      ...(multiple !== undefined && { multiple }),
      ...(seconds !== undefined && { seconds }),
      ...(hides && { showResults: 'ended' }),
      ...(hides === false && present?.showResults !== 'voted' && { showResults: 'always' }),
    },
  }
}
