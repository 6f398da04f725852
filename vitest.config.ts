import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { patient } from '@quack/testing/patience'
import { defineConfig } from 'vitest/config'
import { componentProject } from './tools/src/vitest/component.ts'
import { recordQueryParts } from './tools/src/vitest/query-parts.ts'
import { FILES } from './tools/src/vitest/server-tests.ts'
import { SlowFirst } from './tools/src/vitest/slow-first.sequencer.ts'
import { messages } from './web/build/messages.ts'

/**
 * One more than there are processors, and as many pages beside them (component.ts): tests wait for databases, disks and
 * processes they start. Each further worker loads the server once more. Projects of one group must agree on the number.
 */
const maxWorkers = availableParallelism() + 1
/** Of a test or hook, in milliseconds. They end what hangs; no test proves a duration with them. */
const timeouts = {
  testTimeout: patient(240_000),
  hookTimeout: patient(240_000),
  expect: { poll: { timeout: patient(60_000), interval: 20 } },
}
const hangs = './tools/src/vitest/hangs.setup.ts'
/** Test files share their worker's modules: loading the server costs more than most files' tests. */
const shared = { maxWorkers, ...timeouts, setupFiles: [hangs], isolate: false, sequence: { shuffle: { tests: true } } }
const english = './web/test/english.setup.ts'
const engine = './tools/src/vitest/engine.ts'
const CLIENT_DATA = ['web/src/{data,worker}/**/*.test.ts']
/** What in-process tests do without: hashes of the full cost, and waiting until a commit is on the disk. */
const resolve = {
  alias: ['password-cost.ts', 'durability.ts'].map((name) => ({
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
    // On a busy machine, a worker needs longer to end than the ten seconds that Vitest gives it.
    teardownTimeout: patient(60_000),
    globalSetup: ['./tools/src/vitest/answers.setup.ts'],
    // Component tests provoke errors in the console, and fail for those that they do not expect (web/test/component-test.ts).
    onConsoleLog: (_line, _type, entity) => !entity?.project.name.startsWith('component'),
    projects: [
      {
        plugins: [messages()],
        test: {
          name: 'unit',
          ...shared,
          setupFiles: [hangs, english],
          include: ['{web,contract,testing}/src/**/*.test.ts', '{tools,bench}/**/*.test.ts'],
          exclude: CLIENT_DATA,
        },
      },
      {
        // Modules of the client have state and one sender for all: what one file leaves under way would reach the next.
        plugins: [messages()],
        test: { name: 'client', ...shared, setupFiles: [hangs, english], isolate: true, include: CLIENT_DATA },
      },
      {
        resolve,
        test: {
          name: 'sqlite',
          ...shared,
          ...FILES.sqlite,
          pool: 'forks',
          setupFiles: [hangs, engine],
          provide: { databaseUrl: '', s3: null },
          globalSetup: ['./tools/src/vitest/sqlite.setup.ts'],
        },
      },
      {
        resolve,
        test: {
          // With media in an S3-compatible store.
          name: 's3',
          ...shared,
          ...FILES.s3,
          pool: 'forks',
          setupFiles: [hangs, engine],
          provide: { databaseUrl: '' },
          globalSetup: ['./tools/src/vitest/sqlite.setup.ts', './tools/src/vitest/s3.setup.ts'],
        },
      },
      {
        resolve,
        plugins: [recordQueryParts()],
        test: {
          name: 'postgres',
          ...shared,
          ...FILES.postgres,
          pool: 'forks',
          setupFiles: [hangs, engine, './server/test/balanced.setup.ts'],
          provide: { s3: null },
          globalSetup: ['./tools/src/vitest/postgres.setup.ts'],
        },
      },
      {
        test: {
          name: 'answers',
          ...shared,
          include: ['tools/src/vitest/*.check.ts'],
          // After the groups of the others, for it reads what they wrote down.
          sequence: { groupOrder: 1 },
        },
      },
      await componentProject(),
    ],
  },
})
