import { expect, test } from 'vitest'
import { configurationFor } from './balancer.ts'

test('the balancer of a cluster has the shipped configuration, with other addresses', () => {
  const text = configurationFor(8_000, ['http://127.0.0.1:1001', 'http://127.0.0.1:1002', 'http://127.0.0.1:1003'])
  expect(text).toContain('bind 127.0.0.1:8000')
  expect(text.match(/server quack\d 127\.0\.0\.1:100\d/g)).toHaveLength(6)
  expect(text).not.toContain(':3000')
})
