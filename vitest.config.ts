import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const serverTests = ['server/{src,test}/**/*.test.ts']
/**
 * One more than there are processors: tests wait for databases, disks and processes they start. The same number
 * everywhere, for projects of one group must agree on it.
 */
const maxWorkers = availableParallelism() + 1
/** Of a test or hook, in milliseconds: a bound on what hangs, not on a busy machine. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }
const engine = './tools/src/vitest/engine.ts'

export default defineConfig({
  test: {
    globalSetup: ['./tools/src/vitest/answers.setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          ...patience,
          include: ['{web,contract}/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'sqlite',
          maxWorkers,
          ...patience,
          include: serverTests,
          pool: 'forks',
          setupFiles: [engine],
          provide: { databaseUrl: '', s3: null },
        },
      },
      {
        test: {
          // What has to do with media, once more: with the files in an S3-compatible store.
          name: 's3',
          maxWorkers,
          ...patience,
          include: ['server/src/features/media/**/*.test.ts'],
          // `npm run kills` kills servers with any store.
          exclude: ['**/kills.test.ts'],
          pool: 'forks',
          setupFiles: [engine],
          provide: { databaseUrl: '' },
          globalSetup: ['./tools/src/vitest/s3.setup.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          maxWorkers,
          ...patience,
          include: serverTests,
          pool: 'forks',
          setupFiles: [engine, './server/test/balanced.setup.ts'],
          provide: { s3: null },
          globalSetup: ['./tools/src/vitest/postgres.setup.ts'],
        },
      },
      {
        test: {
          name: 'answers',
          maxWorkers,
          ...patience,
          include: ['tools/src/vitest/every-answer.check.ts'],
          // After the groups of the others, for it reads what they wrote down.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
