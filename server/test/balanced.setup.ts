import { afterEach, beforeEach } from 'vitest'
import { IS_BALANCED, sentThroughBalancer } from './balanced.ts'

// Says in the report of each test how much of it went through the balancer (tools/src/balanced.ts).
if (IS_BALANCED) {
  let before = 0
  beforeEach(() => {
    before = sentThroughBalancer()
  })
  afterEach(({ task }) => {
    task.meta.balanced = sentThroughBalancer() - before
  })
}
