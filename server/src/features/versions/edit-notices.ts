import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { DONE, doubling, type Outcome, Queue } from '../../jobs/queue.ts'
import { notifyOfEdit } from '../notifications/causes/notify.ts'
import * as queries from './versions.queries.ts'

const MINUTE = 60_000
/** How often a node looks without being woken, in milliseconds. */
const LOOK_MS = 30_000
const CLAIM_MS = MINUTE
/** A member has one turn after the other, so a post with many comments holds up nobody else. */
const AT_ONCE = 2
/** Comments and reposts of one run, which is one transaction. */
const BATCH = 100
const ATTEMPTS_MAX = 5

interface Needs {
  readonly db: Database
  readonly clock: JobClock
  readonly logger: FastifyBaseLogger
}

/**
 * Tells those who have commented on a post, or reposted it, that it was edited: each of them once, whatever follows.
 * Each comment and repost is looked at once, however often the post is edited.
 */
export function createEditNotices({ db, clock, logger }: Needs) {
  async function run({ key: post }: queries.ClaimedNotice): Promise<Outcome> {
    await db.write(
      async (transaction) => {
        const found = await queries.lockNotice(transaction, post)
        if (!found) return
        const { told_to: after, up_to: upTo, author } = found
        const readers = await queries.listReaders(transaction, { post, after, upTo, limit: BATCH })
        await notifyOfEdit(db, transaction, [...new Set(readers.map(({ member }) => member))], { post, actor: author })
        const isEnd = readers.length < BATCH
        const told_to = isEnd ? upTo : (readers.at(-1)?.id ?? upTo)
        await queries.settleNotice(
          transaction,
          { key: post },
          { dueAt: isEnd ? null : clock.now(), told_to, attempts: 0 },
        )
      },
      { isBackground: true },
    )
    return DONE
  }

  return new Queue(
    {
      ...{ name: 'edits', purpose: 'tell of an edit', everyMs: LOOK_MS, gatherMs: 0, atOnce: AT_ONCE },
      ...{ claimMs: CLAIM_MS, longestMs: CLAIM_MS / 2, run },
      due: (connection, due) => queries.listDue(connection, due),
      claim: (transaction, claim) => queries.claimNotices(transaction, claim),
      backOff: (row) => (row.attempts + 1 < ATTEMPTS_MAX ? doubling(row, 60 * MINUTE) : null),
      postpone: queries.settleNotice,
      giveUp: (transaction, row) => queries.settleNotice(transaction, row, { dueAt: null }),
      about: ({ key }) => ({ post: key }),
    },
    { db, clock, logger },
  )
}
