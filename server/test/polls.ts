import { sql } from 'kysely'
import pino from 'pino'
import type { Database } from '../src/database/database.ts'
import { isIn, isNotIn } from '../src/database/in-list.ts'
import type { Job } from '../src/jobs/job.ts'
import { Loop, type LoopOptions } from '../src/jobs/loop.ts'
import { type Claimed, DONE, doubling, type Outcome, Queue, type QueueJob } from '../src/jobs/queue.ts'
import type { Owned } from '../src/jobs/turns.ts'
import { ENGINE } from './database.ts'
import { createTestClock } from './test-clock.ts'

/** Two further jobs, over tables of the tests: polls that end, and results that are forgotten. */

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
export const LONGEST_MS = 10 * MINUTE
/** Results that one step deletes. */
export const STEP = 20
const NODES = 3

export type Poll = Claimed<number>
export type EndOfPolls = QueueJob<Owned<number>, Poll>

interface Needs extends Pick<LoopOptions, 'clock' | 'logger'> {
  readonly db: Database
}

/** All that a further job declares whose rows are claimed one by one. */
export const endOfPolls = (run: EndOfPolls['run']): EndOfPolls => ({
  ...{ name: 'polls', purpose: 'end polls', everyMs: MINUTE / 2, gatherMs: 0, atOnce: 2 },
  ...{ claimMs: MINUTE, longestMs: LONGEST_MS, run },
  due: async (db, { now, except, limit }) => {
    const { rows } = await sql<Owned<number>>`select id as key, author_id as owner from polls
      where ends_at <= ${now} and claimed_until <= ${now} and ${isNotIn(db, 'author_id', except)}
      order by ends_at limit ${limit}`.execute(db)
    return rows
  },
  claim: async (db, { keys, now, until }) => {
    const { rows } = await sql<Poll>`update polls set claimed_until = ${until} where ${isIn(db, 'id', keys)}
      and ends_at <= ${now} and claimed_until <= ${now} returning id as key, attempts`.execute(db)
    return rows
  },
  renew: (db, { keys, now, until }) =>
    sql`update polls set claimed_until = ${until} where ${isIn(db, 'id', keys)} and claimed_until > ${now}`.execute(db),
  backOff: (poll) => (poll.attempts < 3 ? doubling(poll, 2 * MINUTE) : null),
  postpone: (db, { key }, { dueAt, attempts }) =>
    sql`update polls set ends_at = ${dueAt}, attempts = ${attempts}, claimed_until = 0 where id = ${key}`.execute(db),
  giveUp: (db, { key }) => sql`delete from polls where id = ${key}`.execute(db),
})

/** All that a further job declares that works in steps. */
export const forgetResults = ({ db, clock, logger }: Needs): Loop =>
  new Loop({
    ...{ name: 'results', purpose: 'forget results', everyMs: MINUTE, gatherMs: 0, clock, logger },
    async look() {
      const old = sql`select id from poll_results where ended_at <= ${clock.now() - DAY} limit ${STEP}`
      const { rows } = await db.write((transaction) =>
        sql`delete from poll_results where id in (${old}) returning id`.execute(transaction),
      )
      // Other nodes may have been faster with some of them.
      return { isMore: rows.length > 0 }
    },
  })

/** Ends a poll once, however often it is run. */
export function endPoll(db: Database, { key }: Poll, text = ''): Promise<Outcome> {
  return db.write(async (transaction) => {
    const deletion = sql<Pick<Row, 'ends_at'>>`delete from polls where id = ${key} returning ends_at`
    const [poll] = (await deletion.execute(transaction)).rows
    const result = sql`(id, ended_at, text) values (${key}, ${poll?.ends_at}, ${text})`
    if (poll) await sql`insert into poll_results ${result}`.execute(transaction)
    return DONE
  })
}

/** Each node of a test has the same clock, which stands still until it is moved. */
export function pollNeeds(db: Database) {
  return { db, clock: createTestClock({ start: 1_800_000_000_000 }), logger: pino({ level: 'silent' }) }
}

interface Row {
  readonly id: number
  readonly ends_at: number
  readonly claimed_until: number
  readonly attempts: number
}

export const idsTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1)

/**
 * Creates the tables, and starts nodes that work on them.
 * @param reopen opens the database for a node of its own on PostgreSQL; SQLite has one process
 */
export async function createPolls(db: Database, reopen: () => Promise<Database>) {
  const { clock, logger } = pollNeeds(db)
  const closes: (() => Promise<void>)[] = []
  const columns = sql`id bigint primary key, author_id bigint not null, ends_at bigint not null,
    claimed_until bigint not null default 0, attempts integer not null default 0`
  await db.write(async (transaction) => {
    await sql`create table polls (${columns})`.execute(transaction)
    // Without a key, so that a second result would be seen.
    await sql`create table poll_results (id bigint, ended_at bigint, text text)`.execute(transaction)
  })
  const ran: number[] = []
  /** The usual run. */
  const end = (poll: Poll): Promise<Outcome> => {
    ran.push(poll.key)
    return endPoll(db, poll)
  }

  /** Starts a job on a node of its own. */
  async function start<Started extends Job>(declare: (needs: Needs) => Started) {
    const own = ENGINE === 'postgres' ? await reopen() : db
    const job = declare({ db: own, clock, logger })
    closes.push(async () => {
      await job.close()
      if (own !== db) await own.close()
    })
    job.start()
    return job
  }

  const startNode = (run: EndOfPolls['run'] = end, changes: Partial<EndOfPolls> = {}) =>
    start((needs) => new Queue({ ...endOfPolls(run), ...changes }, needs))

  return {
    ...{ db, clock, logger, ran, end, start, startNode },
    startNodes: (...options: Parameters<typeof startNode>) =>
      Promise.all(Array.from({ length: NODES }, () => startNode(...options))),
    /** Polls that are due. */
    add: (author: number, ...ids: readonly number[]) =>
      db.write(async (transaction) => {
        const rows = ids.map((id) => sql`(${id}, ${author}, ${clock.now()})`)
        await sql`insert into polls (id, author_id, ends_at) values ${sql.join(rows)}`.execute(transaction)
      }),
    /** Results of polls that have ended now. */
    addResults: (...ids: readonly number[]) =>
      db.write(async (transaction) => {
        const rows = ids.map((id) => sql`(${id}, ${clock.now()})`)
        await sql`insert into poll_results (id, ended_at) values ${sql.join(rows)}`.execute(transaction)
      }),
    rows: async () => (await sql<Row>`select * from polls order by id`.execute(db.primary)).rows,
    /** The ids of polls with a result. */
    results: async () => {
      const { rows } = await sql<Pick<Row, 'id'>>`select id from poll_results order by id`.execute(db.primary)
      return rows.map(({ id }) => id)
    },
    async close() {
      for (const close of closes) await close()
    },
  }
}
