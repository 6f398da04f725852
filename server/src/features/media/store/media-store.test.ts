import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBucket } from '../../../../test/s3.ts'
import type { MediaStore } from './media-store.ts'
import { openMediaStore } from './open-store.ts'
import { MediaStoreError, openS3Store, type S3Location } from './s3-store.ts'

describe('the media store', () => {
  let directory: string
  let bucket: S3Location | null
  let store: MediaStore

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-store-'))
    bucket = await createTestBucket()
    store = await openMediaStore(directory, bucket)
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  async function keep(name: string, content: string): Promise<void> {
    const file = store.temporaryFile()
    await writeFile(file, content)
    await store.put(file, name, 'image/webp')
  }
  async function read(name: string, range?: { start: number; end: number }): Promise<string | null> {
    const stream = await store.open(name, range)
    return stream && (await buffer(stream)).toString()
  }
  async function names(): Promise<string[]> {
    const found: string[] = []
    for await (const { name } of store.list()) found.push(name)
    return found.sort()
  }

  test('returns what was stored, whole and in ranges', async () => {
    await keep('aaaa.webp', 'A picture of a duck')
    expect(await store.find('aaaa.webp')).toEqual({ bytes: 19 })
    expect(await read('aaaa.webp')).toBe('A picture of a duck')
    expect(await read('aaaa.webp', { start: 2, end: 8 })).toBe('picture')
    expect(await read('aaaa.webp', { start: 0, end: 0 })).toBe('A')
    const lent = await store.withLocalFile('aaaa.webp', (path) => readFile(path, 'utf8'))
    expect(lent).toBe('A picture of a duck')
  })

  test('reports that a file does not exist', async () => {
    expect(await store.find('none.webp')).toBeNull()
    expect(await store.open('none.webp')).toBeNull()
    expect(await store.withLocalFile('none.webp', async () => 'read')).toBeNull()
    await store.remove('none.webp')
  })

  test('lists files with their times, and removes a file with its derived files only', async () => {
    const stored = ['bbbb.webp', 'bbbb.webp.400.webp', 'bbbb.webp.800.jpeg', 'bbbc.webp', 'bbbb.mp4']
    const before = Date.now()
    for (const name of stored) await keep(name, name)
    const times = new Map<string, number>()
    for await (const { name, storedAt } of store.list()) times.set(name, storedAt)
    const after = Date.now()
    expect([...times.keys()]).toEqual(expect.arrayContaining(stored))
    for (const name of stored) {
      // S3 rounds to whole seconds.
      expect(times.get(name), name).toBeGreaterThan(before - 2_000)
      expect(times.get(name), name).toBeLessThan(after + 2_000)
    }
    await store.remove('bbbb.webp')
    const left = await names()
    expect(left.filter((name) => name.startsWith('bbbb.webp'))).toEqual([])
    expect(left).toEqual(expect.arrayContaining(['bbbb.mp4', 'bbbc.webp']))
  })

  test('in a bucket says in one line why it cannot be reached, without keys', async () => {
    const silent = createServer((socket) => socket.once('data', () => socket.destroy()))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
    const open = (change: Partial<S3Location>) =>
      openMediaStore(directory, { ...keys, region: 'us-east-1', bucket: 'media', endpoint, ...change })
    const failed = (at: string, why: string) => new MediaStoreError(`The media store at ${at} failed: ${why}`)
    await expect(open({})).rejects.toThrow(failed(endpoint, 'other side closed (UND_ERR_SOCKET)'))
    const unused = 'http://127.0.0.1:1'
    await expect(open({ endpoint: unused })).rejects.toThrow(failed(unused, 'bad port'))
    const refused = 'no request can be made of this address and these keys.'
    await expect(open({ accessKeyId: 'two\nlines' })).rejects.toThrow(failed(endpoint, refused))
    silent.close()
    await once(silent, 'close')
    await expect(open({})).rejects.toThrow(failed(endpoint, `connect ECONNREFUSED ${new URL(endpoint).host}`))
  })

  if (process.env.TEST_S3) {
    test('lists more files than one answer has, once each', async () => {
      if (bucket === null) throw new Error('There is no bucket.')
      for (const name of ['p1.webp', 'p2.webp', 'p3.webp']) await keep(name, name)
      const found: string[] = []
      for await (const { name } of (await openS3Store(bucket, directory, 2)).list()) {
        expect(found).not.toContain(name)
        found.push(name)
      }
      expect(found.sort()).toEqual(await names())
    })

    // The test server must check keys, or this test would prove little.
    test('is not opened with a wrong key or a missing bucket', async () => {
      if (bucket === null) throw new Error('There is no bucket.')
      const open = (change: Partial<S3Location>) => openMediaStore(directory, { ...present, ...change })
      const present = bucket
      await expect(open({ secretAccessKey: 'wrong' })).rejects.toThrow('the keys give no access to it')
      await expect(open({ bucket: 'no-such-bucket' })).rejects.toThrow('There is no bucket "no-such-bucket"')
      await expect(open({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('The media store at')
    })
  }
})
