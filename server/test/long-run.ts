import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { prepareCluster } from '@quack/testing/system'

/** The long form of a test, which draws a new seed. */
export interface LongRun {
  readonly amount: number
  readonly seed: number
  readonly isCluster: boolean
  /** What it runs on, for its output. */
  readonly place: string
  /** The other numbers that were asked for, by their options. */
  readonly sizes: Readonly<Record<string, number>>
  /** Whether this flag was given. */
  has(flag: string): boolean
  /** Since the start. */
  seconds(): string
  /** Ends what was started, prints the result and sets the exit code. @param failure null for none */
  finish(failure: string | null, success: string): Promise<void>
}

/**
 * Reads `--UNIT 100000 --engine sqlite|postgres --cluster --seed N`, and starts the engine. Import the harness after
 * that, because it reads its engine when it is loaded.
 * @param unit what is counted, for example `steps`
 * @param usual how many without the option
 * @param flags further options without a value
 * @param sizes further options that are numbers, with their defaults
 */
export async function prepareLongRun(
  unit: string,
  usual: number,
  flags: readonly string[] = [],
  sizes: Readonly<Record<string, number>> = {},
): Promise<LongRun> {
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
      ...Object.fromEntries(
        Object.entries(sizes).map(([size, value]) => [size, { type: 'string' as const, default: String(value) }]),
      ),
      [unit]: { type: 'string', default: String(usual) },
      cluster: { type: 'boolean', default: false },
      engine: { type: 'string', default: 'sqlite' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    },
  })
  const started = performance.now()
  const isCluster = values.cluster === true
  if (isCluster) await prepareCluster(console.log)
  const isPostgres = values.engine === 'postgres' && !isCluster
  const given = process.env.TEST_DATABASE_URL
  const postgres = isPostgres && !given ? await startPostgres() : null
  process.env.TEST_DATABASE_URL = isPostgres ? (postgres?.url ?? given) : ''
  return {
    amount: Number(values[unit]),
    seed: Number(values.seed),
    isCluster,
    place: isCluster ? 'a cluster' : String(values.engine),
    sizes: Object.fromEntries(Object.keys(sizes).map((size) => [size, Number(values[size])])),
    has: (flag) => values[flag] === true,
    seconds: () => ((performance.now() - started) / 1_000).toFixed(0),
    async finish(failure, success) {
      await postgres?.stop()
      console.log(failure ?? success)
      process.exitCode = failure === null ? 0 : 1
    },
  }
}
