import { parseArgs } from 'node:util'
import { findDeepCursors, prepare, SECRET } from './load/names.ts'
import { start } from './load/processes.ts'
import { measureRead } from './load/reads.ts'
import { READS } from './load/scenarios.ts'

/** `node bench/load.ts --data DIR [--size S|M] [--runs 5] [--seconds 5] [--only home]` */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/bench' },
    size: { type: 'string', default: 'S' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
})
const size = values.size === 'M' ? 'M' : 'S'
const names = await prepare(values.data, size)
const env = { DATA_DIR: values.data, SECRET_KEY: SECRET, DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
const server = await start('server/src/main.ts', env, '/readyz')
console.log(`ready ${server.readyAfter.toFixed(0)} ms after its start, ${server.memory().toFixed(0)} MB`)
try {
  const cursors = await findDeepCursors(values.data, server, names)
  const all = { ...names, deepCursor: (member: number) => cursors.get(member) ?? '' }
  for (const scenario of READS.filter(({ name }) => name.includes(values.only))) {
    const result = await measureRead(server, scenario, all, {
      runs: Number(values.runs),
      seconds: Number(values.seconds),
    })
    const { name, perSecond, ratio, p50, p99, cpuPer1000, bytes, memory, ceiling } = result
    console.log(
      `${name.padEnd(44)} ${perSecond.toFixed(0).padStart(6)}/s of ${ceiling.toFixed(0).padStart(6)} = ${ratio.toFixed(3)}` +
        `  p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms  ${cpuPer1000.toFixed(3)} s/1000  ${bytes} B  ${memory.toFixed(0)} MB`,
    )
  }
} finally {
  await server.stop()
}
