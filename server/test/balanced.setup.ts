import { afterEach, beforeEach } from 'vitest'
import { IS_BALANCED, sentThroughBalancer } from './balanced.ts'

// Adds to each test's report how many of its requests went through the balancer (tools/src/balanced.ts).
if (IS_BALANCED) {
  let before = 0
  beforeEach(() => {
    before = sentThroughBalancer()
  })
  afterEach(({ task }) => {
    task.meta.balanced = sentThroughBalancer() - before
  })
}
