import { parseArgs } from 'node:util'
import { groupsOf } from './follow-graph.ts'
import { findDeepCursors, prepare, SECRET } from './load/names.ts'
import { start } from './load/processes.ts'
import { measureRead, type ReadResult } from './load/reads.ts'
import { writeReport } from './load/report.ts'
import { READS } from './load/scenarios.ts'
import { measureWrite, WRITES, type WriteResult } from './load/writes.ts'

/**
 * `npm run bench -- [--data DIR] [--size S|M] [--runs 5] [--seconds 5] [--only home] [--report]`: what each scenario
 * costs over real HTTP, by turns with its ceiling. Needs wrk. `--report` writes docs/performance.json and its tables.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/bench' },
    size: { type: 'string', default: 'S' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    report: { type: 'boolean', default: false },
  },
})
const size = values.size === 'M' ? 'M' : 'S'
const effort = { runs: Number(values.runs), seconds: Number(values.seconds) }
const isWanted = ({ name }: { name: string }) => name.includes(values.only)

console.log(`Preparing dataset ${size} in ${values.data} (M takes five minutes, once).`)
const names = await prepare(values.data, size)
const env = { DATA_DIR: values.data, SECRET_KEY: SECRET, DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
const server = await start('server/start.js', env, '/readyz')
const rest = { readyAfter: server.readyAfter, memory: server.memory() }
console.log(`Ready ${rest.readyAfter.toFixed(0)} ms after its start, with ${rest.memory.toFixed(0)} MB.`)

const row = (cells: readonly (string | number)[], widths: readonly number[]) =>
  console.log(cells.map((cell, index) => String(cell).padStart(widths[index] ?? 8)).join(''))

const reads: ReadResult[] = []
const writes: WriteResult[] = []
try {
  const cursors = await findDeepCursors(values.data, server, names)
  const all = { ...names, deepCursor: (member: number) => cursors.get(member) ?? '' }
  const widths = [46, 9, 9, 8, 9, 9, 9, 8]
  row(['', 'per s', 'ceiling', 'ratio', 'p50 ms', 'p99 ms', 's/1000', 'MB'], widths)
  // A small network has nobody who follows 2,000.
  const possible = READS.filter(({ name }) => !name.includes('2,000') || groupsOf(names.members)[2_000].count > 0)
  for (const scenario of possible.filter(isWanted)) {
    const result = await measureRead(server, scenario, all, effort)
    reads.push(result)
    const { name, perSecond, ceiling, ratio, p50, p99, cpuPer1000, memory } = result
    const figures = [perSecond.toFixed(0), ceiling.toFixed(0), ratio.toFixed(3), p50.toFixed(1), p99.toFixed(1)]
    row([name, ...figures, cpuPer1000.toFixed(3), memory.toFixed(0)], widths)
  }
  for (const scenario of WRITES.filter(isWanted)) {
    const result = await measureWrite(server, values.data, scenario, all, { size, ...effort })
    writes.push(result)
    const { name, perSecond, ceiling, ratio, p50, p99, cpuPer1000 } = result
    const figures = [perSecond.toFixed(0), ceiling.toFixed(0), ratio.toFixed(3), p50.toFixed(1), p99.toFixed(1)]
    row([name, ...figures, cpuPer1000.toFixed(3), server.memory().toFixed(0)], widths)
  }
  if (values.report) await writeReport({ size, ...effort, rest, reads, writes, memoryAfter: server.memory() })
} finally {
  await server.stop()
}
