import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { Loop, NOTHING_MORE } from '../../jobs/loop.ts'
import type { Outside } from '../../outside/outside.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import type { Intake } from '../media/intake/intake.ts'
import { setCardFetching } from '../posts/post-cards.ts'
import { getPostId } from '../posts/post-ids.ts'
import { getPost } from '../posts/posts.hydrate.ts'
import { takeCardOff } from '../posts/posts.service.ts'
import { createCardQueue } from './card-queue.ts'
import * as queries from './link-cards.queries.ts'

interface Needs {
  /** If not, posts get no cards; nor without `publicUrl`, because our own addresses could not be told from others. */
  readonly isFetching: boolean
  readonly outside: Outside
  readonly publicUrl: string | null
  readonly clock: JobClock
  readonly intake: Intake
}

export function registerLinkCards(app: FastifyInstance, db: Database, needs: Needs): void {
  bind(app, ENDPOINTS.removeCard, async ({ params, query }, { viewer, hidden }) => {
    const id = await getPostId(db.read, params.postId)
    await takeCardOff(db, viewer, id)
    return { post: await getPost(db.read, id, hydrationOf({ viewer, hidden }, query)) }
  })

  const { isFetching, outside, publicUrl, clock, intake } = needs
  runWith(app, createSweep(app, db, clock))
  if (!isFetching || publicUrl === null) return
  const queue = createCardQueue({ db, clock, intake, outside, publicUrl, logger: app.log })
  setCardFetching(db, { publicUrl, now: clock.now, soon: () => queue.wake() })
  runWith(app, queue)
}

const MINUTE = 60_000
/**
 * About how long a card without posts is kept after a post has begun to refer to it: it may be fetched at this moment.
 */
const UNUSED_MS = 24 * 60 * MINUTE
/** Cards of one look, and the pause between two, in milliseconds. */
const BATCH = 200
const REST_MS = 50

/** Deletes the cards to which no post refers any more. Each half hour it goes through all cards, a batch at a time. */
function createSweep(app: FastifyInstance, db: Database, clock: JobClock): Loop {
  let after = 0
  return new Loop({
    ...{ name: 'unusedcards', purpose: 'delete unused link cards', logger: app.log, clock },
    ...{ everyMs: 30 * MINUTE, gatherMs: 0 },
    async look() {
      const before = clock.now() - UNUSED_MS
      const rows = await queries.listUsed(db.primary, { after, limit: BATCH })
      const unused = rows.filter((row) => row.unused && row.referred_at < before).map(({ id }) => id)
      if (unused.length > 0)
        await db.write((transaction) => queries.deleteUnused(transaction, unused, before), { isBackground: true })
      after = rows.length < BATCH ? 0 : (rows.at(-1)?.id ?? 0)
      return after === 0 ? NOTHING_MORE : { isMore: true, restMs: REST_MS }
    },
  })
}
