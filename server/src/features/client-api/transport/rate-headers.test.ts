import { expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { RATE_LIMITS } from '../../../http/limits/rate-limits.ts'

const test = base.extend('options', { scope: 'file' }, () => ({
  rateLimits: { ...RATE_LIMITS, read: { max: 2, timeWindow: 60_000 } },
}))

test('an app is told how often it may ask, also when it has asked too often', async ({ app, ann }) => {
  const apps = createApps(app.app)
  const ask = await apps.clientOf(ann)
  const limits = []
  for (let count = 0; count < 3; count++) {
    const { status, headers } = await ask('GET /api/v1/lists')
    limits.push([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']].map(Number))
    const reset = String(headers['x-ratelimit-reset'])
    expect(reset).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(reset)).toBeGreaterThan(Date.parse(String(headers.date ?? 0)))
  }
  expect(limits).toEqual([
    [200, 2, 1],
    [200, 2, 0],
    [429, 2, 0],
  ])
  const { headers } = await app.app.inject({ url: '/.well-known/oauth-authorization-server' })
  expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
})
