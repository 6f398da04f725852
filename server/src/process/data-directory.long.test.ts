import { expect } from 'vitest'
import { test } from '../../test/process-fixtures.ts'

test('a server that was killed is not reported to the next one on its DATA_DIR', async ({ start }) => {
  const first = start({ LOG_LEVEL: 'warn' })
  await first.ready
  first.child.kill('SIGKILL')
  await first.ended
  const second = start({ LOG_LEVEL: 'warn' })
  await second.ready
  second.child.kill('SIGTERM')
  expect(await second.ended).toMatchObject({ code: 0, output: expect.not.stringContaining('another Quack server') })
})
