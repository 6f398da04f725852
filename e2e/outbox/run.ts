import { parseArgs } from 'node:util'
import { NoOlderRelease, type OlderCommit } from '@quack/testing/older-commit'
import { startPostgres } from '@quack/testing/postgres'
import { NOT_RUN } from '@quack/testing/run'
import { prepareCluster } from '@quack/testing/system'
import { RestartableServer } from '../support/restartable.ts'
import { startClusterServer } from './cluster-server.ts'
import { runHistories } from './histories.ts'
import { buildOlderRelease } from './older-release.ts'

/**
 * `npm run test:outbox -- --histories 50 --engine sqlite|postgres|cluster --seed N --slowdown N`: the long form of
 * outbox-histories.e2e.ts. With `--releases`, tabs of two releases are open at the same time, of this one and of
 * `--older COMMIT`: by default the last tag, or without one, the client before its last change. If that cannot be
 * built, nothing runs, and the exit code says so (NOT_RUN).
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '50' },
    engine: { type: 'string', default: 'sqlite' },
    releases: { type: 'boolean', default: false },
    older: { type: 'string', default: '' },
    slowdown: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
if (values.engine === 'cluster') await prepareCluster(console.log)
const older = values.releases || values.older !== '' ? build() : null
const started = performance.now()
console.log(`${values.histories} histories on ${values.engine}, seed ${values.seed}`)
const postgres = values.engine === 'postgres' ? await startPostgres() : null
const { problems, counts } = await runHistories(Number(values.histories), Number(values.seed), {
  startServer: () =>
    values.engine === 'cluster' ? startClusterServer() : RestartableServer.create(postgres?.url ?? ''),
  slowdown: Number(values.slowdown),
  older: older?.root ?? null,
  log: console.log,
})
await postgres?.stop()
older?.remove()
for (const [what, count] of [...counts].toSorted()) console.log(`${String(count).padStart(5)} ${what}`)
console.log(`In ${((performance.now() - started) / 1_000).toFixed(0)} s.`)
console.log(problems.length === 0 ? 'Everything arrived once and in order.' : `${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Ends this program if there is none. */
function build(): OlderCommit {
  try {
    if (values.engine === 'cluster') throw new NoOlderRelease('The nodes of a cluster have one release.')
    const built = buildOlderRelease(values.older)
    console.log(`The older client is that of ${built.commit}.`)
    return built
  } catch (error) {
    if (!(error instanceof NoOlderRelease)) throw error
    console.log(`Not run: ${error.message}`)
    process.exit(NOT_RUN)
  }
}
