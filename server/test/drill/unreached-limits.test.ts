import { expect, test } from 'vitest'
import { readRateLimits } from '../../src/config/read-rate-limits.ts'
import { UNREACHED_LIMITS } from './unreached-limits.ts'

test('the limits of the cluster that is tested for faults are valid, and none is a default', () => {
  const problems: string[] = []
  const limits = readRateLimits(UNREACHED_LIMITS, (problem) => problems.push(problem))
  expect(problems).toEqual([])
  const values = Object.values(limits ?? {}).map((limit) => (typeof limit === 'number' ? limit : limit.max))
  expect(new Set(values)).toEqual(new Set([999_999_999]))
})
