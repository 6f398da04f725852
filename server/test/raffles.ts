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

/** Two further jobs, over tables of the tests: raffles that end, and results that are forgotten. */

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
export const LONGEST_MS = 10 * MINUTE
/** Results that one step deletes. */
export const STEP = 20
const NODES = 3

export type Raffle = Claimed<number>
export type EndOfRaffles = QueueJob<Owned<number>, Raffle>

interface Needs extends Pick<LoopOptions, 'clock' | 'logger'> {
  readonly db: Database
}

/** All that a further job declares whose rows are claimed one by one. */
export const endOfRaffles = (run: EndOfRaffles['run']): EndOfRaffles => ({
  ...{ name: 'raffles', purpose: 'end raffles', everyMs: MINUTE / 2, gatherMs: 0, atOnce: 2 },
  ...{ claimMs: MINUTE, longestMs: LONGEST_MS, run },
  due: async (db, { now, except, limit }) => {
    const { rows } = await sql<Owned<number>>`select id as key, author_id as owner from raffles
      where ends_at <= ${now} and claimed_until <= ${now} and ${isNotIn(db, 'author_id', except)}
      order by ends_at limit ${limit}`.execute(db)
    return rows
  },
  claim: async (db, { keys, now, until }) => {
    const { rows } = await sql<Raffle>`update raffles set claimed_until = ${until} where ${isIn(db, 'id', keys)}
      and ends_at <= ${now} and claimed_until <= ${now} returning id as key, attempts`.execute(db)
    return rows
  },
  renew: (db, { keys, now, until }) =>
    sql`update raffles set claimed_until = ${until} where ${isIn(db, 'id', keys)} and claimed_until > ${now}`.execute(
      db,
    ),
  backOff: (raffle) => (raffle.attempts < 3 ? doubling(raffle, 2 * MINUTE) : null),
  postpone: (db, { key }, { dueAt, attempts }) =>
    sql`update raffles set ends_at = ${dueAt}, attempts = ${attempts}, claimed_until = 0 where id = ${key}`.execute(db),
  giveUp: (db, { key }) => sql`delete from raffles where id = ${key}`.execute(db),
})

/** All that a further job declares that works in steps. */
export const forgetResults = ({ db, clock, logger }: Needs): Loop =>
  new Loop({
    ...{ name: 'results', purpose: 'forget results', everyMs: MINUTE, gatherMs: 0, clock, logger },
    async look() {
      const old = sql`select id from raffle_results where ended_at <= ${clock.now() - DAY} limit ${STEP}`
      const { rows } = await db.write((transaction) =>
        sql`delete from raffle_results where id in (${old}) returning id`.execute(transaction),
      )
      // Other nodes may have been faster with some of them.
      return { isMore: rows.length > 0 }
    },
  })

/** Ends a raffle once, however often it is run. */
export function endRaffle(db: Database, { key }: Raffle, text = ''): Promise<Outcome> {
  return db.write(async (transaction) => {
    const deletion = sql<Pick<Row, 'ends_at'>>`delete from raffles where id = ${key} returning ends_at`
    const [raffle] = (await deletion.execute(transaction)).rows
    const result = sql`(id, ended_at, text) values (${key}, ${raffle?.ends_at}, ${text})`
    if (raffle) await sql`insert into raffle_results ${result}`.execute(transaction)
    return DONE
  })
}

/** A clock that stands at the same time in each process, until it is moved. */
export function raffleNeeds(db: Database) {
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
export async function createRaffles(db: Database, reopen: () => Promise<Database>) {
  const { clock, logger } = raffleNeeds(db)
  const closes: (() => Promise<void>)[] = []
  const columns = sql`id bigint primary key, author_id bigint not null, ends_at bigint not null,
    claimed_until bigint not null default 0, attempts integer not null default 0`
  await db.write(async (transaction) => {
    await sql`create table raffles (${columns})`.execute(transaction)
    // Without a key, so that a second result would be seen.
    await sql`create table raffle_results (id bigint, ended_at bigint, text text)`.execute(transaction)
  })
  const ran: number[] = []
  /** The usual run. */
  const end = (raffle: Raffle): Promise<Outcome> => {
    ran.push(raffle.key)
    return endRaffle(db, raffle)
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

  const startNode = (run: EndOfRaffles['run'] = end, changes: Partial<EndOfRaffles> = {}) =>
    start((needs) => new Queue({ ...endOfRaffles(run), ...changes }, needs))

  return {
    ...{ db, clock, logger, ran, end, start, startNode },
    startNodes: (...options: Parameters<typeof startNode>) =>
      Promise.all(Array.from({ length: NODES }, () => startNode(...options))),
    /** Raffles that are due. */
    add: (author: number, ...ids: readonly number[]) =>
      db.write(async (transaction) => {
        const rows = ids.map((id) => sql`(${id}, ${author}, ${clock.now()})`)
        await sql`insert into raffles (id, author_id, ends_at) values ${sql.join(rows)}`.execute(transaction)
      }),
    /** Results of raffles that have ended now. */
    addResults: (...ids: readonly number[]) =>
      db.write(async (transaction) => {
        const rows = ids.map((id) => sql`(${id}, ${clock.now()})`)
        await sql`insert into raffle_results (id, ended_at) values ${sql.join(rows)}`.execute(transaction)
      }),
    rows: async () => (await sql<Row>`select * from raffles order by id`.execute(db.primary)).rows,
    /** The ids of raffles with a result. */
    results: async () => {
      const { rows } = await sql<Pick<Row, 'id'>>`select id from raffle_results order by id`.execute(db.primary)
      return rows.map(({ id }) => id)
    },
    async close() {
      for (const close of closes) await close()
    },
  }
}
