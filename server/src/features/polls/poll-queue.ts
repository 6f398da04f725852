import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { DONE, doubling, type Outcome, Queue } from '../../jobs/queue.ts'
import { notifyPoll } from '../notifications/causes/notify.ts'
import type { ClaimedPoll, DuePoll, LockedPoll } from './polls.queries.ts'
import * as queries from './polls.queries.ts'

/** How often a node looks for polls whose time has come, in milliseconds. */
const LOOK_MS = 5_000
const AT_ONCE = 4
const CLAIM_MS = 60_000
/** A poll with very many voters goes on in the next run. */
const LONGEST_MS = 20_000
const RETRY_MAX_MS = 60 * 60_000
/** Rows of one transaction. */
const VOTERS_AT_ONCE = 50
const OLD_VOTES_AT_ONCE = 200

/** What a step has found to do next. */
type Next = 'more' | 'end' | 'nothing'

interface Needs {
  readonly db: Database
  readonly clock: JobClock
  readonly logger: FastifyBaseLogger
}

/**
 * Ends polls, and tells those who have voted; deletes votes on earlier versions. All of it is done in steps that a
 * poll's row remembers, each in a transaction of its own. So nothing is done twice, whichever node does it.
 */
export function createPollQueue(needs: Needs): Queue<DuePoll, ClaimedPoll> {
  const { db, clock } = needs

  async function run(poll: ClaimedPoll, signal: AbortSignal): Promise<Outcome> {
    // What is left to do when it is stopped is still due.
    for (let next: Next = 'more'; next !== 'nothing' && !signal.aborted; ) {
      const isAlone: boolean = next === 'end'
      next = await db.write((transaction) => takeStep(transaction, poll.key, isAlone), { isBackground: true })
    }
    await db.write((transaction) => queries.endClaim(transaction, poll))
    return DONE
  }

  /** @param isAlone whether nobody may vote, or edit or like the post, meanwhile */
  async function takeStep(transaction: Connection, post: PostId, isAlone: boolean): Promise<Next> {
    const now = clock.now()
    await queries.lockPost(transaction, post, isAlone)
    const poll = await queries.lockPoll(transaction, { post })
    if (!poll || poll.due_at === null || poll.due_at > now) return 'nothing'
    if (poll.has_old_votes === 1) await deleteOld(transaction, post, poll, now)
    else if (poll.poll_options === '') await queries.updatePoll(transaction, post, { due_at: null })
    else if (poll.ended_at !== null) await tell(transaction, post, poll)
    else if (poll.ends_at > now) await queries.updatePoll(transaction, post, { due_at: poll.ends_at })
    else if (!isAlone) return 'end'
    else {
      await queries.foldCounts(transaction, post)
      await queries.updatePoll(transaction, post, { ended_at: now, told_to: 0, due_at: now })
      await notifyPoll(db, transaction, [poll.author], { ...poll, post })
    }
    return 'more'
  }

  async function tell(transaction: Connection, post: PostId, poll: LockedPoll): Promise<void> {
    const { author, version, told_to: after } = poll
    const range = { post, version, after: after ?? 0, limit: VOTERS_AT_ONCE }
    const voters = after === null ? [] : (await queries.listVoters(transaction, range)).map(({ id }) => id)
    const others = voters.filter((voter) => voter !== author)
    await notifyPoll(db, transaction, others, { ...poll, post })
    const last = voters.length < VOTERS_AT_ONCE ? undefined : voters.at(-1)
    await queries.updatePoll(transaction, post, last ? { told_to: last } : { told_to: null, due_at: null })
  }

  return new Queue(
    {
      ...{ name: 'polls', purpose: 'end polls', everyMs: LOOK_MS, gatherMs: 0, atOnce: AT_ONCE },
      ...{ claimMs: CLAIM_MS, longestMs: LONGEST_MS, run },
      due: queries.listDue,
      claim: queries.claimPolls,
      backOff: (poll) => doubling(poll, RETRY_MAX_MS),
      postpone: queries.endClaim,
      // No failure is given up: backOff always gives a wait.
      giveUp: (transaction, poll) => queries.endClaim(transaction, poll),
      about: ({ key }) => ({ poll: key }),
    },
    needs,
  )
}

/** Afterwards, it is due when it was to be without them. */
async function deleteOld(transaction: Connection, post: PostId, poll: LockedPoll, now: number): Promise<void> {
  const deleted = await queries.deleteOldVotes(transaction, post, poll.version, OLD_VOTES_AT_ONCE)
  // Of a batch, some may have become votes of this version meanwhile.
  if (deleted === 0) await queries.updatePoll(transaction, post, { has_old_votes: 0, due_at: now })
}
