import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import fastify from 'fastify'
import pino from 'pino'
import { buildApp } from '../server/src/app.ts'
import type { Database } from '../server/src/database/database.ts'
import { openDatabase } from '../server/src/database/open/open.ts'
import type { MemberId, PostId, SessionId } from '../server/src/database/schema.ts'
import { openMediaStore } from '../server/src/features/media/store/open-store.ts'
import { indexAll } from '../server/src/features/search/search-index.ts'
import { createTokens } from '../server/src/features/sessions/tokens.ts'
import type { JobClock } from '../server/src/jobs/clock.ts'
import { BUDGETS } from './calls/budgets.ts'
import { exceeded } from './calls/exceeded.ts'
import { createMeter, type Figures } from './calls/meter.ts'
import { measureReads } from './calls/reads.ts'
import { measureWrites } from './calls/writes.ts'
import { type namesOf, type Size, START } from './dataset.ts'
import { fillNamed } from './fill.ts'
import { addBranchedPost } from './heavy-posts.ts'
import { sayLoads } from './load/say.ts'

/**
 * `npm run bench:calls -- [--scale 1] [--runs 100] [--only feed] [--engine sqlite|postgres] [--keep DIR]`: what the
 * main calls cost alone, on a large dataset, many of them with the members and posts that make them most expensive. It
 * fails if one exceeds its budget (calls/budgets.ts), has none, or was not measured. `--keep` stores the dataset for
 * the next run.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    runs: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    engine: { type: 'string', default: 'sqlite' },
    keep: { type: 'string', default: '' },
  },
})
const scale = Number(values.scale)
const runs = Number(values.runs)
const of = (count: number) => Math.round(count * scale)
const size: Size = {
  members: of(50_101),
  posts: of(100_000),
  likes: of(2_000_000),
  comments: of(200_000),
  votes: of(400_000),
  bookmarks: of(100_000),
}
const isWanted = (name: string) => name.includes(values.only)

if (values.keep) mkdirSync(values.keep, { recursive: true })
const directory = values.keep || (await mkdtemp(join(tmpdir(), 'quack-bench-')))
const postgres =
  values.engine === 'postgres'
    ? await startPostgres({ isDurable: true, keptIn: values.keep ? join(values.keep, 'postgres') : null })
    : null
const place = postgres ? { url: postgres.url } : { file: join(directory, 'quack.sqlite') }
console.log(`${JSON.stringify(size)} on ${values.engine}; load average ${sayLoads()}`)
const names = await fillNamed(place, `calls ${values.scale}`, size)
const db = await openDatabase(place, (error) => console.error(error))
await addBranchedPost(db, names.memberId, START - 60_000)
await indexAll(db)
/** Nothing but the requests sends statements. */
const clock: JobClock = {
  now: Date.now,
  elapsed: () => 0,
  every: () => () => undefined,
  after: () => () => undefined,
}

const secret = 'a secret that is long enough for a bench'
const app = await buildApp({
  db,
  clock,
  secret,
  media: await openMediaStore(directory, null),
  logger: pino({ level: 'error' }),
  version: '0',
  publicUrl: null,
  guestLogin: false,
  rateLimits: null,
  webDirectory: join(directory, 'no-web'),
})
const meter = createMeter({
  app,
  db,
  tokenOf: createMemberTokens(db, secret, names),
  reference: createReferenceRead(db, names.busiestPost),
  isWanted,
})
await measureReads(meter, { size, names }, runs)
await measureWrites(meter, { size, names }, runs)
const figures = meter.figures()
await app.close()
await db.close()
await postgres?.stop()
if (!values.keep) await rm(directory, { recursive: true, force: true })

const COLUMNS: readonly (readonly [title: string, width: number, value: (figures: Figures) => string])[] = [
  ['runs', 6, ({ runs }) => `${runs}`],
  ['p50 ms', 9, ({ p50 }) => p50.toFixed(2)],
  ['p99 ms', 9, ({ p99 }) => p99.toFixed(1)],
  ['bytes', 10, ({ bytes }) => `${bytes}`],
  ['statements', 11, ({ statements }) => `${statements}`],
  ['CPU ms', 9, ({ processor }) => processor.toFixed(2)],
  ['times', 8, ({ times }) => times.toFixed(2)],
  ['hold ms', 9, ({ hold }) => hold.toFixed(1)],
  ['turn ms', 9, ({ turn }) => turn.toFixed(1)],
]
const row = (name: string, cells: readonly string[]) =>
  console.log(name.padEnd(44) + cells.map((cell, index) => cell.padStart(COLUMNS[index]?.[1] ?? 0)).join(''))
row(
  'call',
  COLUMNS.map(([title]) => title),
)
for (const [name, each] of figures) {
  row(
    name,
    COLUMNS.map(([, , value]) => value(each)),
  )
}
const budgets = new Map([...BUDGETS].filter(([name]) => isWanted(name)))
const problems = exceeded(figures, budgets, db.engine)
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? 'Every call is within its budget.' : `${problems.length} budgets are exceeded.`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Tokens of the dataset's members by their number, each with a session of its own. */
function createMemberTokens(db: Database, secret: string, names: ReturnType<typeof namesOf>) {
  const tokens = createTokens(secret)
  const known = new Map<number, string>()
  return async (member: number): Promise<string> => {
    const present = known.get(member)
    if (present !== undefined) return present
    const sid = db.ids.next<SessionId>()
    const row = { id: sid, member_id: names.memberId(member) as MemberId, expires_at: Date.now() + 86_400_000 }
    await db.write((transaction) => transaction.insertInto('sessions').values(row).execute())
    const claims = { _id: String(names.memberId(member)), username: names.username(member), sid: String(sid) }
    const token = tokens.sign(claims, 86_400)
    known.set(member, token)
    return token
  }
}

/**
 * A read that features hardly make dearer: the twenty newest posts by one statement, as JSON, without Quack's HTTP. It
 * costs more on a slow machine, as every call does, so that budgets depend little on the machine.
 * @param newest only posts up to this id, so that later ones change nothing
 */
function createReferenceRead(db: Database, newest: number): () => Promise<unknown> {
  const app = fastify()
  const posts = db.read
    .selectFrom('posts')
    .selectAll()
    .where('id', '<=', newest as PostId)
  app.get('/', () => posts.orderBy('id', 'desc').limit(20).execute())
  return () => app.inject('/')
}
