import { runHistories } from '../outbox/histories.ts'
import { expect, test } from '../support/test.ts'

// `npm run test:outbox` runs many, with new seeds and on either engine.
test('whatever is written while the connection is cut at random moments arrives once and in order', async () => {
  const { problems } = await runHistories(2, 20)
  expect(problems).toEqual([])
})
