import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { patient } from '@quack/testing/patience'
import { isLong } from '@quack/testing/tier'
import { defineConfig } from 'vitest/config'
import { componentProject } from './tools/src/vitest/component.ts'
import {
  LONG,
  MEDIA_TESTS,
  ON_POSTGRES,
  ON_S3,
  POSTGRES_ONLY,
  SERVER_TESTS,
  WITHOUT_ENGINE,
} from './tools/src/vitest/server-tests.ts'
import { SlowFirst } from './tools/src/vitest/slow-first.sequencer.ts'

/**
 * Two more than there are processors: tests wait for databases, disks and processes they start. The same number
 * everywhere, for projects of one group must agree on it.
 */
const maxWorkers = availableParallelism() + 2
/** Of a test or hook, in milliseconds. They end what hangs; no test proves a duration with them. */
const timeouts = {
  testTimeout: patient(240_000),
  hookTimeout: patient(240_000),
  expect: { poll: { timeout: patient(60_000), interval: 20 } },
}
/** Test files share their worker's modules: loading the server costs more than most files' tests. */
const shared = { maxWorkers, ...timeouts, isolate: false, sequence: { shuffle: { tests: true } } }
const ofTheLongTier = isLong ? [] : [LONG]
const engine = './tools/src/vitest/engine.ts'
/** What in-process tests do without: hashes of the full cost, and waiting until a commit is on the disk. */
const resolve = {
  alias: ['password-cost.ts', 'sqlite-durability.ts'].map((name) => ({
    find: `./${name}`,
    replacement: join(import.meta.dirname, 'server/test', name),
  })),
}

export default defineConfig({
  test: {
    // The workers and what they start: without the cache each of them would strip and compile the same files again.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/quack') },
    // Each project shuffles the tests of a file, so that none comes to depend on another. Vitest reads the seed only
    // here, at the root; `--sequence.seed` gives another.
    sequence: { seed: 1, sequencer: SlowFirst },
    globalSetup: ['./tools/src/vitest/answers.setup.ts'],
    // Component tests provoke errors in the console, and fail for those that they do not expect (web/test/component-test.ts).
    onConsoleLog: (_line, _type, entity) => !entity?.project.name.startsWith('component'),
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['{web,contract,testing}/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        resolve,
        test: {
          name: 'sqlite',
          ...shared,
          include: isLong ? [join('server', LONG)] : [SERVER_TESTS],
          exclude: [POSTGRES_ONLY, ...ofTheLongTier],
          pool: 'forks',
          setupFiles: [engine],
          provide: { databaseUrl: '', s3: null },
          globalSetup: ['./tools/src/vitest/sqlite.setup.ts'],
        },
      },
      {
        resolve,
        test: {
          // What has to do with media, once more: with the files in an S3-compatible store.
          name: 's3',
          ...shared,
          include: isLong ? [MEDIA_TESTS] : ON_S3,
          // `npm run test:crash-uploads` kills servers with any store.
          exclude: ['**/kills.long.test.ts', ...WITHOUT_ENGINE, ...ofTheLongTier],
          pool: 'forks',
          setupFiles: [engine],
          provide: { databaseUrl: '' },
          globalSetup: ['./tools/src/vitest/sqlite.setup.ts', './tools/src/vitest/s3.setup.ts'],
        },
      },
      {
        resolve,
        test: {
          name: 'postgres',
          ...shared,
          include: isLong ? [SERVER_TESTS] : ON_POSTGRES,
          // Behind the balancer all run.
          exclude: process.env.TEST_BALANCED === '1' ? [] : [...WITHOUT_ENGINE, ...ofTheLongTier],
          pool: 'forks',
          setupFiles: [engine, './server/test/balanced.setup.ts'],
          provide: { s3: null },
          globalSetup: ['./tools/src/vitest/postgres.setup.ts'],
        },
      },
      {
        test: {
          name: 'answers',
          ...shared,
          include: ['tools/src/vitest/every-answer.check.ts'],
          // After the groups of the others, for it reads what they wrote down.
          sequence: { groupOrder: 1 },
        },
      },
      await componentProject(),
    ],
  },
})
