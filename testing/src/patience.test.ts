import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('a timeout is an integer on any machine', async () => {
  vi.stubEnv('QUACK_PATIENCE', '1.09')
  vi.resetModules()
  const { patient } = await import('./patience.ts')
  expect(patient(60_000)).toBe(196_200)
})
