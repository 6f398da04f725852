import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { startS3Store } from '@quack/testing/s3-store'

/**
 * `npm run test:crash-uploads -- --rounds 20 --engine sqlite|postgres --store disk|s3 --seed N`: the longer form
 * of kills.long.test.ts.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'sqlite' },
    store: { type: 'string', default: 'disk' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
})
const postgres = values.engine === 'postgres' ? await startPostgres() : null
process.env.TEST_DATABASE_URL = postgres?.url ?? ''
const s3 = values.store === 's3' ? await startS3Store() : null
if (s3) process.env.TEST_S3 = JSON.stringify(s3.keys)

// Imported late, because the harness reads its engine and store when it is loaded.
const { killServers } = await import('./kills.ts')
console.log(`${values.rounds} kills on ${values.engine} and ${values.store}, seed ${values.seed}`)
const report = await killServers(Number(values.rounds), Number(values.seed), console.log)
await postgres?.stop()
await s3?.stop()
console.log(report)
process.exitCode = report.problems.length === 0 ? 0 : 1
