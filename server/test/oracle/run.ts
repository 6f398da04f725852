import { parseArgs } from 'node:util'
import { startPostgres } from '../../../tools/src/postgres.ts'

/** `npm run oracle -- --steps 100000 --engine sqlite|postgres --seed N`: the long form of oracle.test.ts. */
const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
})
const steps = Number(values.steps)
const seed = Number(values.seed)
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1_000).toFixed(0)

const given = process.env.TEST_DATABASE_URL
const postgres = values.engine === 'postgres' && !given ? await startPostgres() : null
process.env.TEST_DATABASE_URL = values.engine === 'postgres' ? (postgres?.url ?? given) : ''

// The harness reads its engine when it is loaded.
const { consultOracle } = await import('./oracle.ts')
console.log(`${steps} steps on ${values.engine}, seed ${seed}`)
const story = await consultOracle(steps, seed, { readings: 1, everything: 2_000 }, (count) => {
  if (count > 0 && count % 5_000 === 0) console.log(`${count} steps agree, ${seconds()} s`)
})
await postgres?.stop()
console.log(story ?? `Server and model agree after ${steps} steps, in ${seconds()} s.`)
process.exitCode = story === null ? 0 : 1
