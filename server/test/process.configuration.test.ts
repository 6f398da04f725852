import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from './process-fixtures.ts'

// These tests start real processes, on a machine that may be busy with the rest of the suite.

describe('the server process', () => {
  test('refuses a bad configuration with all problems and exit code 2', async ({ directory, start }) => {
    const file = join(directory, 'file')
    await writeFile(file, '')
    const { code, output } = await start({
      HOST: '127.0.0.1:3000',
      DATA_DIR: join(file, 'data'),
      PORT: 'high',
      DRAIN_SECONDS: 'long',
      DATABASE_POOL: '0',
      DEMO: 'maybe',
      SECRET_KEY: 'short',
      METRICS_TOKEN: 'short',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'media',
      REDIS_URL: 'http://127.0.0.1:9',
      DATABASE_URL: '',
      DATABASE_REPLICA_URL: 'postgres://127.0.0.1:9/quack',
      RATE_LIMITS: 'read=5/60,quack=1/1',
      TRUST_PROXY: '10.0.0.0/8,10.0.0',
    }).ended
    expect(code).toBe(2)
    expect(output).toContain('HOST must be an address or a name; it is "127.0.0.1:3000".')
    expect(output).toContain(
      `DATA_DIR must be a directory that can be read and written; ${join(file, 'data')} cannot be used: ENOTDIR.`,
    )
    expect(output).toContain('PORT must be a whole number from 0 to 65535; it is "high".')
    expect(output).toContain('DRAIN_SECONDS must be a whole number from 0 to 300; it is "long".')
    expect(output).toContain('DATABASE_POOL must be a whole number from 1 to 500; it is "0".')
    expect(output).toContain('DATABASE_REPLICA_URL needs DATABASE_URL too.')
    expect(output).toContain('DEMO must be one of on, off; it is "maybe".')
    expect(output).toContain('METRICS_TOKEN must have at least 16 characters.')
    expect(output).toContain('SECRET_KEY must have at least 32 characters.')
    expect(output).toContain('REDIS_URL must be an address starting with redis:// or rediss://.')
    expect(output).toContain('RATE_LIMITS must be on, off, or like signin=20/300,read=900/60')
    expect(output).toContain('"quack=1/1" is invalid.')
    expect(output).toContain(
      'TRUST_PROXY must be off, loopback, linklocal, uniquelocal, or addresses and networks; "10.0.0" is invalid.',
    )
    expect(output).toContain('Media in S3 need S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY too.')
  })

  test('reports in one line that it cannot listen', async ({ start }) => {
    const { code, output } = await start({ HOST: '192.0.2.1', LOG_LEVEL: 'silent' }).ended
    // The address may be added later, so a service manager should restart the server.
    expect(code).toBe(1)
    expect(output).toMatch(/^Quack could not start\. .*: .* Set HOST to .*\n$/)
  })
})
