import { describeWith } from '@quack/testing/needs'
import { expect } from 'vitest'
import { test } from './fixtures.ts'
import { SET, tryOne } from './media-files/run-set.ts'

// media-files.long.test.ts sends all of them to a server process, and measures its memory and its processor time.

describeWith('ffmpeg', 'a set of files, good and evil', () => {
  test('has at least 60 files with different names', () => {
    expect(new Set(SET.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60)
    expect(new Set(SET.map(({ name }) => name)).size).toBe(SET.length)
  })

  test('has the expected outcome, each that is not dear', async ({ address, ann }) => {
    const problems: string[] = []
    for (const entry of SET.filter(({ isDear = false }) => !isDear)) {
      const problem = await tryOne({ address, token: ann.token ?? '' }, entry, await entry.make())
      if (problem !== '') problems.push(`${entry.name}: ${problem}`)
    }
    expect(problems).toEqual([])
  })
})
