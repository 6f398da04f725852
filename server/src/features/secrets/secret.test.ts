import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecret } from './secret.ts'

describe('the signing secret', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-secret-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  test('is the same for all nodes that start together, in a file that only its owner can read', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadSecret(null, directory)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32)
    expect(await loadSecret(null, directory)).toBe(secrets[0])
    expect(await readdir(directory)).toEqual(['secret.key'])
    expect((await stat(join(directory, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  test('is the configured one if there is one, and then no file is created', async () => {
    expect(await loadSecret('x'.repeat(32), directory)).toBe('x'.repeat(32))
    expect(await readdir(directory)).toEqual([])
  })

  test('that is damaged is said to be', async () => {
    await writeFile(join(directory, 'secret.key'), 'half')
    await expect(loadSecret(null, directory)).rejects.toThrow('is damaged')
  })
})
