import { globSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { ROOT } from '@quack/testing/run'

/** The files of the server's tests, by engine. Those without one count for both. */
export type ServerTests = Record<'sqlite' | 'postgres', string[]>

export const SERVER_TESTS = 'server/{src,test}/**/*.test.ts'
export const MEDIA_TESTS = 'server/src/features/{media,uploads}/**/*.test.ts'
/** Tests that start or kill processes, fill disks, or measure memory: `npm run test:long` alone runs them. */
export const LONG = '**/*.long.test.ts'
/** Tests of mechanisms that only PostgreSQL has. */
export const POSTGRES_ONLY = '**/postgres-*.test.ts'

/**
 * What `npm test` also runs on PostgreSQL: what depends on the engine. `npm run test:long` runs all on it.
 *
 */
export const ON_POSTGRES = [SERVER_TESTS]

/** What `npm test` also runs with media in an S3-compatible store. `npm run test:long` runs all of media and uploads there. */
export const ON_S3 = [MEDIA_TESTS]

/**
 * Tests of what the engine has no part in: parts without a database, and mechanisms in front of it. They run once, in the
 * project of SQLite, and what the API answered there counts for both engines.
 */
export const WITHOUT_ENGINE = [
  'server/src/config{,.directory,.rates}.test.ts',
  'server/src/database/paging.test.ts',
  'server/src/features/demo/demo.content.test.ts',
  'server/src/features/media/worker/*.test.ts',
  'server/src/features/push/{public-address,quiet-hours}.test.ts',
  'server/src/features/sessions/{device,secret}.test.ts',
  'server/src/stop-signals.test.ts',
  'server/src/http/{address-limits,broken-http,bursts,connections,load-gate,load-shedding,rate-limits,trusted-proxies,web-files}.test.ts',
  'server/src/listen-error.test.ts',
  'server/test/drill/*.test.ts',
  'server/test/media-files{,.long}.test.ts',
  'server/test/process.configuration.test.ts',
]

/** Absolute paths of the files whose answers count for each engine. */
export function serverTests(): ServerTests {
  return { sqlite: find([POSTGRES_ONLY]), postgres: find([]) }
}

/** Whether an engine has a part in these tests. @param file its absolute path */
export const hasEngine = (file: string): boolean =>
  !WITHOUT_ENGINE.some((pattern) => matchesGlob(file, join(ROOT, pattern)))

function find(exclude: string[]): string[] {
  return globSync(SERVER_TESTS, { cwd: ROOT, exclude }).map((file) => join(ROOT, file))
}
