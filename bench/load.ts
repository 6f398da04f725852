import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { prepareBench } from '@quack/testing/system'
import type { DatabaseLocation } from '../server/src/database/open/open.ts'
import { SIZES, type SizeName } from './dataset.ts'
import { groupsOf } from './follow-graph.ts'
import { type FirstPagesResult, measureFirstPages } from './load/first-pages.ts'
import { type HalfLoadResult, measureHalfLoad } from './load/half-load.ts'
import { measureMixed, RATE } from './load/mixed.ts'
import { findDeepCursors, prepare } from './load/names.ts'
import { dropPageCache, fillPageCache } from './load/page-cache.ts'
import { openPlaces } from './load/place.ts'
import { type Measured, start, untilIndexed } from './load/processes.ts'
import { measureRead, type ReadResult } from './load/reads.ts'
import { type EngineReport, writeReport } from './load/report.ts'
import { type Names, READS } from './load/scenarios.ts'
import { SEARCHES } from './load/searches.ts'
import { measureWrite, WRITES, type WriteResult } from './load/writes.ts'

/**
 * `npm run bench -- [--data DIR] [--size S|M|L] [--engine postgres] [--runs 5] [--seconds 2] [--connections 16]
 * [--mixed 60] [--only home] [--cold] [--report]`: the cost of each scenario over HTTP, alternating with its ceiling if
 * it has one. docs/performance.md explains the scenarios and options.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/bench' },
    size: { type: 'string', default: 'S' },
    engine: { type: 'string', default: 'sqlite' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    mixed: { type: 'string', default: '60' },
    only: { type: 'string', multiple: true, default: [] },
    cold: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
})
const size: SizeName = Object.keys(SIZES).includes(values.size) ? (values.size as SizeName) : 'S'
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
if (values.cold && (values.report || engine === 'postgres')) {
  throw new Error('--cold works on SQLite only, because PostgreSQL caches pages itself; and not with --report.')
}
const effort = { runs: Number(values.runs), seconds: Number(values.seconds) }
const readEffort = { ...effort, connections: Number(values.connections) }
const isWanted = ({ name }: { name: string }) =>
  values.only.length === 0 || values.only.some((part) => name.includes(part))
/** Also measured on the small dataset: a large network must not cost much more. */
const COMPARED = ['home latest, hot', 'home latest, wide, following 200', 'explore, wide']

const row = (cells: readonly (string | number)[], widths = [46, 9, 9, 8, 9, 9, 9, 9, 8]) =>
  console.log(cells.map((cell, index) => String(cell).padStart(widths[index] ?? 8)).join(''))
const fixed = (value: number | null, digits: number) => (value === null ? '-' : value.toFixed(digits))

await prepareBench(console.log)
mkdirSync(values.data, { recursive: true })
const places = await openPlaces(values.data, engine)
try {
  await measureAll()
} finally {
  await places.close()
}

async function measureAll(): Promise<void> {
  console.log(`Preparing dataset ${size} in ${values.data} (M takes minutes, once).`)
  const { place, address, env } = await places.open(size, size === 'L' ? 'M' : size)
  const base = await prepare(place, size)

  if ('file' in place && !values.cold) await fillPageCache(place.file)
  // Started twice, because the first start fills the compile cache. The mixed load has a process to itself.
  await makeReady(env)
  const first = await start('server/start.js', env, '/readyz')
  const rest = { readyAfter: first.readyAfter, memory: first.memory() }
  console.log(`Ready ${rest.readyAfter.toFixed(0)} ms after its start, with ${rest.memory.toFixed(0)} MB.`)
  const cursors = await findDeepCursors(values.data, first, base)
  const names = { ...base, deepCursor: (member: number) => cursors.get(member) ?? '' }
  if (values.cold) await first.stop()
  const mixedServer = values.cold ? await startCold(place, env) : first
  const mixed = isWanted({ name: 'mixed' })
    ? await measureMixed(mixedServer, names, { rate: RATE, seconds: Number(values.mixed), isCold: values.cold })
    : null
  await mixedServer.stop()
  if (mixed) {
    const { p50, p99, failed, memory, cpuPer1000, hits, slowSeconds, diskRead } = mixed
    console.log(
      `Mixed, ${mixed.rate} a second for ${mixed.seconds} s: p50 ${p50} ms, p99 ${p99} ms, ${failed} failed, ` +
        `${memory.toFixed(0)} MB at most, ${cpuPer1000.toFixed(3)} s per 1,000, fast path ${fixed(hits, 2)}`,
    )
    console.log(`${slowSeconds} seconds had a median over 50 ms; ${diskRead.toFixed(0)} MB were read from disk.`)
  }
  const firstPages = isWanted({ name: 'first pages' }) ? await measureFirst(place, env, names) : null

  row(['', 'per s', 'ceiling', 'ratio', 'p50 ms', 'p99 ms', 's/1000', 'queries', 'MB'])
  const server = await start('server/start.js', env, '/readyz')
  const reads: ReadResult[] = []
  const writes: WriteResult[] = []
  let half: HalfLoadResult | null = null
  try {
    // In a small network nobody follows 2,000.
    const possible = [...READS, ...SEARCHES].filter(
      ({ name }) => !name.includes('2,000') || groupsOf(names.members)[2_000].count > 0,
    )
    for (const scenario of possible.filter(isWanted)) {
      const result = await measureRead(server, scenario, names, readEffort)
      reads.push(result)
      show(result, server)
    }
    half = await measureHalfLoad(server, names, reads)
    if (half) console.log(`${half.name}, ${half.rate} a second: p50 ${half.p50} ms, p99 ${half.p99} ms`)
    for (const scenario of WRITES.filter(isWanted)) {
      const result = await measureWrite(server, address, scenario, names, { size, ...effort })
      writes.push(result)
      show(result, server)
    }
  } finally {
    await server.stop()
  }

  const small = size === 'M' ? await measureSmall() : []
  const report: EngineReport = { size, ...effort, rest, mixed, firstPages, half, reads, writes, small }
  if (values.report) await writeReport(engine, report, values.only.length > 0)
}

async function makeReady(env: Record<string, string>): Promise<void> {
  const server = await start('server/start.js', env, '/readyz')
  await untilIndexed(server).finally(server.stop)
}

/** Starts the server after its database was evicted from the page cache, as after a start of the machine. */
async function startCold(place: DatabaseLocation, env: Record<string, string>): Promise<Measured> {
  if ('file' in place) console.log(await dropPageCache(place.file))
  const server = await start('server/start.js', env, '/readyz')
  console.log(`Ready ${server.readyAfter.toFixed(0)} ms after its cold start.`)
  return server
}

async function measureFirst(
  place: DatabaseLocation,
  env: Record<string, string>,
  names: Names,
): Promise<FirstPagesResult | null> {
  const server = values.cold ? await startCold(place, env) : await start('server/start.js', env, '/readyz')
  try {
    const result = await measureFirstPages(server, names, values.cold)
    if (result) {
      const { readers, rate, p50, p99, cpuPer1000, queries, diskRead } = result
      console.log(
        `First pages of ${readers}, ${rate} a second: p50 ${p50} ms, p99 ${p99} ms, ${cpuPer1000.toFixed(3)} s per 1,000, ` +
          `${queries.toFixed(1)} queries; ${diskRead.toFixed(0)} MB were read from disk.`,
      )
    }
    return result
  } finally {
    await server.stop()
  }
}

async function measureSmall(): Promise<ReadResult[]> {
  const { place, env } = await places.open('S', 'M')
  const names = { ...(await prepare(place, 'S')), deepCursor: () => '' }
  await makeReady(env)
  const server = await start('server/start.js', env, '/readyz')
  const results: ReadResult[] = []
  try {
    for (const scenario of READS.filter(({ name }) => COMPARED.includes(name)).filter(isWanted)) {
      const result = await measureRead(server, scenario, names, readEffort)
      results.push({ ...result, name: `${result.name} (S)` })
      show({ ...result, name: `${result.name} (S)` }, server)
    }
  } finally {
    await server.stop()
  }
  return results
}

function show(result: ReadResult | WriteResult, server: Measured): void {
  const { name, perSecond, ceiling, ratio, p50, p99, cpuPer1000, queries } = result
  const figures = [perSecond.toFixed(0), fixed(ceiling, 0), fixed(ratio, 3), p50.toFixed(1), p99.toFixed(1)]
  row([name, ...figures, cpuPer1000.toFixed(3), queries.toFixed(1), server.memory().toFixed(0)])
}
