import { runHistories } from '../outbox/histories.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

// `npm run test:outbox` runs many, with new seeds and on either engine.
test('whatever is written while the connection is cut at random moments arrives once and in order', LONG, async () => {
  const { problems } = await runHistories(2, 20)
  expect(problems).toEqual([])
})
