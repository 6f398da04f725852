import { describeWith } from '@quack/testing/needs'
import { expect, test } from 'vitest'
import { killServers } from '../../../../test/kills/kills.ts'

describeWith('ffmpeg', 'kills', () => {
  test('a server killed during uploads leaves no incomplete media and nothing beyond a sweep', async () => {
    const lines: string[] = []
    const report = await killServers(2, 20, (line) => lines.push(line))
    expect(report.problems, lines.join('\n')).toEqual([])
    expect(report.uploaded).toBeGreaterThan(3)
    expect(report.broken).toBeGreaterThan(0)
  })
})
