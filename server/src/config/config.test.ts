import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, 'tool')

describe('TRUST_PROXY', () => {
  test.each([
    'Loopback',
    'abc',
    '10',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/x',
    'fd00::/129',
    '::g',
    'loopback/8',
    'off,loopback',
    'loopback,',
    'proxy.example',
  ])('refuses %s', (text) => {
    expect(() => read({ TRUST_PROXY: text })).toThrow(ConfigError)
  })

  test.each([
    'loopback',
    'loopback, linklocal,uniquelocal',
    '10.0.0.1',
    '10.0.0.0/8,fd00::/8,::1/128',
    '::ffff:10.0.0.1',
  ])('takes %s, and so does the framework', async (text) => {
    const { trustProxy } = read({ TRUST_PROXY: text })
    await Fastify({ trustProxy: trustProxy ? [...trustProxy] : false }).close()
  })

  test('reports each invalid entry', () => {
    expect(() => read({ TRUST_PROXY: '10.0.0,10.0.0.1,10.0.0.0/33' })).toThrow(
      /"10\.0\.0" is invalid\.\n.*"10\.0\.0\.0\/33"/,
    )
  })
})

describe('PUBLIC_URL', () => {
  test.each([
    'https://example.com/quack',
    'https://example.com/quack/',
    'https://example.com/?a',
    'http://example.com/#a',
  ])('refuses %s, because of its path', (text) => {
    expect(() => read({ PUBLIC_URL: text })).toThrow(
      'PUBLIC_URL must have no path, query or fragment: Quack needs a host, or a port, of its own.',
    )
  })

  test.each(['https://quack.example', 'https://quack.example/', 'http://127.0.0.1:3000'])('takes %s', (text) => {
    expect(read({ PUBLIC_URL: text }).publicUrl).toBe(text.replace(/\/$/, ''))
  })
})

describe('S3_ENDPOINT', () => {
  test.each(['https://user:word@s3.example', 'https:user@s3.example/media'])(
    'refuses %s, because of its user',
    (text) => {
      const keys = { S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
      expect(() => read({ ...keys, S3_ENDPOINT: text })).toThrow('S3_ENDPOINT must have no user or password.')
      expect(read({ ...keys, S3_ENDPOINT: 'https://s3.example/a@b' }).s3).toMatchObject({
        endpoint: 'https://s3.example/a@b',
      })
    },
  )
})

describe('HOST', () => {
  test.each([
    '256.1.1.1',
    '10.0.0',
    '1',
    '[::1]',
    '127.0.0.1:3000',
    'http://localhost',
    'my host',
    '-host',
    'a..b',
    `${'a'.repeat(64)}.example`,
  ])('refuses %s', (text) => {
    expect(() => read({ HOST: text })).toThrow(`HOST must be an address or a name; it is "${text}".`)
  })

  test.each(['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'my-server_1', 'node1.quack.example'])(
    'takes %s',
    (text) => {
      expect(read({ HOST: text }).host).toBe(text)
    },
  )
})

describe('a secret in a file', () => {
  const SECRET = 'a secret of thirty-two characters'

  function write(text: string): string {
    const directory = mkdtempSync(join(tmpdir(), 'quack-secret-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'secret')
    writeFileSync(file, text)
    return file
  }

  test('is read, without the end of its line; an empty variable beside it counts as unset', () => {
    const env = {
      SECRET_KEY: '',
      SECRET_KEY_FILE: write(`${SECRET}\n`),
      DATABASE_URL_FILE: write('postgres://host/quack'),
    }
    expect(read(env)).toMatchObject({ secretKey: SECRET, database: { url: 'postgres://host/quack' } })
  })

  test('is refused with all problems: twice, not there, empty, of another kind, too short', () => {
    const env = {
      SECRET_KEY: SECRET,
      SECRET_KEY_FILE: write(SECRET),
      REDIS_URL_FILE: join(tmpdir(), 'quack-secret-that-is-missing'),
      SMTP_URL_FILE: write('\n'),
      S3_ACCESS_KEY_ID_FILE: write('x'.repeat(10_001)),
      METRICS_TOKEN_FILE: write('short'),
    }
    const problems = [
      'SECRET_KEY and SECRET_KEY_FILE are both set',
      'REDIS_URL_FILE must name a file that can be read: ENOENT',
      'SMTP_URL_FILE must name a file with the secret alone',
      'S3_ACCESS_KEY_ID_FILE must name a file with the secret alone',
      'METRICS_TOKEN must have at least 16 characters',
    ]
    for (const problem of problems) expect(() => read(env)).toThrow(problem)
  })
})
