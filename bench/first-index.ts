import { parseArgs } from 'node:util'
import { prepareBench } from '@quack/testing/system'
import { sql } from 'kysely'
import type { Database } from '../server/src/database/database.ts'
import { openDatabase } from '../server/src/database/open/open.ts'
import {
  isDone,
  isSame,
  type Position,
  readPosition,
  requestIndexing,
  writePosition,
} from '../server/src/features/search/search-index.ts'
import type { SizeName } from './fill.ts'
import { type MixedResult, measureMixed } from './load/mixed.ts'
import { prepare } from './load/names.ts'
import { openPlaces } from './load/place.ts'
import { type Measured, start } from './load/processes.ts'

/**
 * `npm run bench:first-index -- [--data DIR] [--size S|M] [--engine postgres] [--rate 400] [--seconds 30] [--rounds 3]`: the
 * latency of the mixed load with and without the first indexing of all posts and members, in turn. It empties the index
 * first, and ends early when all is indexed.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/bench' },
    size: { type: 'string', default: 'S' },
    engine: { type: 'string', default: 'sqlite' },
    rate: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
  },
})
const size: SizeName = values.size === 'M' ? 'M' : 'S'
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
const load = { seconds: Number(values.seconds), rate: Number(values.rate) }
/** Longer than the indexer needs to notice that it may go on. */
const NOTICED_MS = 20_000
const NOTHING: Position = { members: 0, posts: 0 }

await prepareBench(console.log)
const places = await openPlaces(values.data, engine)
try {
  const { place, env } = await places.open(size, size)
  const names = { ...(await prepare(place, size)), deepCursor: () => '' }
  const db = await openDatabase(place, (error) => console.error(error))
  try {
    await clear(db)
    const server = await start('server/start.js', env, '/readyz')
    await measure(db, server, () => measureMixed(server, names, { ...load, isCold: false })).finally(server.stop)
  } finally {
    await db.close()
  }
} finally {
  await places.close()
}

/** As if nothing had ever been indexed, and nothing had to be. */
async function clear(db: Database): Promise<void> {
  await db.write(async (transaction) => {
    for (const index of ['search_posts', 'search_people'].map((name) => sql.table(name))) {
      await (engine === 'sqlite'
        ? sql`insert into ${index} (${index}) values ('delete-all')`
        : sql`truncate ${index}`
      ).execute(transaction)
    }
    await transaction.deleteFrom('search_changes').execute()
  })
  await moveTo(db, NOTHING)
}

async function moveTo(db: Database, { members, posts }: Position): Promise<void> {
  await db.write(async (transaction) => {
    await writePosition(transaction, 'members', members)
    await writePosition(transaction, 'posts', posts)
  })
}

async function measure(db: Database, server: Measured, mixed: () => Promise<MixedResult>): Promise<void> {
  const [without, beside]: [MixedResult[], MixedResult[]] = [[], []]
  await requestIndexing(db)
  let position = await readPosition(db.primary)
  const all = await countRows(db, position)
  let [left, seconds, rate] = [all, 0, 0]
  for (let round = 0; round < Number(values.rounds) && !isDone(position); round++) {
    await moveTo(db, NOTHING)
    without.push(show('without', await mixed()))
    await moveTo(db, position)
    await untilMoving(db, position)
    const [began, before] = [performance.now(), await countRows(db, await readPosition(db.primary))]
    beside.push(show('beside indexing', await mixed()))
    position = await readPosition(db.primary)
    left = await countRows(db, position)
    const took = (performance.now() - began) / 1_000
    seconds += took
    rate = (before - left) / took
    console.log(`  ${rate.toFixed(0)} rows a second, ${(1 - left / all).toFixed(3)} of all are indexed`)
  }
  // Members come first and take less time than posts.
  const spent = seconds + left / rate
  console.log(
    `${values.rate} a second on ${engine}, medians of ${without.length}: ` +
      `p50 ${median(without, 'p50')} ms, beside the indexing ${median(beside, 'p50')}; ` +
      `p99 ${median(without, 'p99')} ms, beside the indexing ${median(beside, 'p99')}. ` +
      `All ${all} rows take ${(spent / 60).toFixed(1)} minutes; the server has ${server.memory().toFixed(0)} MB.`,
  )
}

function show(label: string, result: MixedResult): MixedResult {
  const { p50, p99, failed, slowSeconds, cpuPer1000 } = result
  console.log(
    `${label.padEnd(16)} p50 ${p50} ms, p99 ${p99} ms, ${failed} failed, ${slowSeconds} slow seconds, ` +
      `${cpuPer1000.toFixed(3)} s of CPU per 1,000`,
  )
  return result
}

function median(results: readonly MixedResult[], name: 'p50' | 'p99'): number {
  const sorted = results.map((result) => result[name]).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** How many members and posts are still to be indexed. */
async function countRows(db: Database, { members, posts }: Position): Promise<number> {
  const count = async (table: 'members' | 'posts', below: number) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where id < ${below}`.execute(db.primary)
    return rows[0]?.count ?? 0
  }
  return (await count('members', members)) + (await count('posts', posts))
}

async function untilMoving(db: Database, position: Position): Promise<void> {
  const deadline = performance.now() + NOTICED_MS
  while (isSame(position, await readPosition(db.primary))) {
    if (performance.now() > deadline) throw new Error('The server does not index.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
