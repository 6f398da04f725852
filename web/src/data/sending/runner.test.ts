import { expect, it } from 'vitest'
import { createRunner } from './runner.ts'

it('whoever wakes it gets a pass that began later, also in the turn in which the one before ends', async () => {
  for (let turns = 0; turns < 20; turns++) {
    let passes = 0
    const runner = createRunner(async () => {
      passes++
      return 'done'
    })
    void runner.wake()
    for (let turn = 0; turn < turns; turn++) await null
    await runner.wake()
    expect(passes, `after ${turns} turns`).toBe(2)
  }
})
