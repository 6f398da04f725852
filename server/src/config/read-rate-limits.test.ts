import { expect, test } from 'vitest'
import { RATE_LIMITS } from '../http/limits/rate-limits.ts'
import { readRateLimits } from './read-rate-limits.ts'

function read(text: string) {
  const problems: string[] = []
  const limits = readRateLimits(text, (problem) => problems.push(problem))
  return { limits, problems }
}

test('limits are the defaults, off, or changed for some classes and for connections', () => {
  expect(read('on')).toEqual({ limits: RATE_LIMITS, problems: [] })
  expect(read('off')).toEqual({ limits: null, problems: [] })
  expect(read('read=5/60, search=8/9, page=6/7,connections=50')).toEqual({
    limits: {
      ...RATE_LIMITS,
      read: { max: 5, timeWindow: 60_000 },
      search: { max: 8, timeWindow: 9_000 },
      page: { max: 6, timeWindow: 7_000 },
      connections: 50,
    },
    problems: [],
  })
})

test.each(['read=5', 'connections=5/60', 'connections=0', 'read=0/60', 'read=5/0', 'quack=1/1', 'toString=1/1', ''])(
  '%j is no limit',
  (text) => {
    const { problems } = read(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`"${text}" is invalid.`)
    expect(problems[0]).toContain('connections')
  },
)
