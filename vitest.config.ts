import { defineConfig } from 'vitest/config'

const serverTests = ['server/{src,test}/**/*.test.ts']
const engine = './tools/src/vitest/engine.ts'

export default defineConfig({
  test: {
    globalSetup: ['./tools/src/vitest/answers.setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{web,contract}/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'sqlite',
          include: serverTests,
          pool: 'forks',
          setupFiles: [engine],
          provide: { databaseUrl: '' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: serverTests,
          pool: 'forks',
          setupFiles: [engine],
          globalSetup: ['./tools/src/vitest/postgres.setup.ts'],
        },
      },
      {
        test: {
          name: 'answers',
          include: ['tools/src/vitest/every-answer.check.ts'],
          // After the groups of the others, for it reads what they wrote down.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
