import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'
import { startVitest, type TestModule } from 'vitest/node'

test('fixtures that do not end fail their test or file, and do not hold the run', async () => {
  const { exitCode } = process
  const ended: TestModule[] = []
  const run = await startVitest('test', [], {
    config: false,
    root: join(ROOT, 'tools/src/vitest'),
    include: ['hangs.example.ts'],
    setupFiles: ['hangs.setup.ts'],
    provide: { fixtureTimeout: 100 },
    reporters: [{ onTestRunEnd: (modules) => void ended.push(...modules) }],
    watch: false,
  })
  await run.close()
  // The failures of the example are not those of this run.
  process.exitCode = exitCode
  const messages = (errors: readonly { message: string }[] = []) => errors.map(({ message }) => message)
  const [example] = ended
  expect([...(example?.children.allTests() ?? [])].map((each) => messages(each.result().errors))).toEqual([
    ['The fixtures of this test have not ended within 100 ms.'],
    ['It was not run, because a test before it in this file has hung.'],
  ])
  expect(messages(example?.errors())).toEqual(['The fixtures of this file have not ended within 100 ms.'])
})
