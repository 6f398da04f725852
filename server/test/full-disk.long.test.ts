import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@quack/contract'
import { describeUnless } from '@quack/testing/needs'
import pg from 'pg'
import { expect } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../src/database/open/open.ts'
import { openDiskStore } from '../src/features/media/store/disk-store.ts'
import { MINIMAL } from './client.ts'
import { SERVER_URL } from './database.ts'
import { test as base } from './fixtures.ts'
import { createRaffles, endRaffle, idsTo, MINUTE } from './raffles.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts'
import { fileForm, picture } from './uploads.ts'

const MEGABYTES = 40
const LONG = 'quack '.repeat(800)

const test = base
  .extend('megabytes', { scope: 'file' }, MEGABYTES)
  .extend('disk', { scope: 'file' }, ({ megabytes }, { onCleanup }) => {
    const disk = mountSmallDisk(megabytes)
    onCleanup(() => disk.remove())
    return disk
  })
  .extend('place', { scope: 'file' }, async ({ disk }, { onCleanup }) => {
    const place = await (SERVER_URL === '' ? placeInFile(disk) : placeInTablespace(disk))
    onCleanup(() => place.drop())
    return place
  })
  .extend('options', { scope: 'file' }, async ({ disk, place }, { onCleanup }) => {
    const db = await openDatabase(place.database, (error) => expect.fail(error.message))
    onCleanup(() => db.close())
    return { db, media: await openDiskStore(join(disk.path, 'media')) }
  })
  .extend('acknowledged', (): string[] => [])
  .extend('post', ({ acknowledged, ann }) => async (): Promise<number> => {
    const content = `${acknowledged.length} ${LONG}`
    const { status, body } = await ann.send({
      method: 'POST',
      url: '/api/posts',
      headers: MINIMAL,
      payload: { postData: { content } },
    })
    if (status === 201) acknowledged.push((body as { post: { _id: string } }).post._id)
    else expect({ status, body }).toMatchObject({ status: 507, body: { errors: [ERRORS.storageFull.message] } })
    return status
  })
  .extend('upload', ({ ann }) => async (seed: number) => {
    return ann.send({ ...fileForm(await noise(seed)), url: '/api/media?for=post' })
  })
  .extend('expectAllThere', ({ acknowledged, ann, app }) => async (): Promise<void> => {
    const there: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string | number> = { embed: 0, ...(cursor === null ? null : { cursor }) }
      const page = await ann.call('GET /api/posts/user/:username', { params: { username: ann.username }, query })
      there.push(...page.posts.map((each) => each._id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(there.toReversed()).toEqual(acknowledged)
    const { user } = await app.visitor.call('GET /api/users/:username', { params: { username: ann.username } })
    expect(user.postsCount).toBe(acknowledged.length)
  })

describeUnless(whyNoSmallDisk(), 'a full disk', () => {
  test('refuses writes with 507, serves reads, loses nothing, and accepts writes once there is space', async ({
    app,
    disk,
    expectAllThere,
    place,
    post,
    upload,
  }) => {
    for (let count = 0; count < 20; count++) expect(await post()).toBe(201)
    expect((await upload(1)).status).toBe(201)

    place.startConnectionsAfresh()
    disk.fill()
    // Space that the engine has already allocated may still take some writes.
    while ((await post()) !== 507);
    const refused = await Promise.all(Array.from({ length: 20 }, post))
    expect(refused.filter((status) => status === 507).length).toBeGreaterThan(0)
    expect(await upload(2)).toMatchObject({ status: 507, body: { errors: [ERRORS.storageFull.message] } })
    // Enough space for the upload, but not for the result of its decoding.
    disk.fill()
    disk.free(1_000_000)
    expect(await upload(3)).toMatchObject({ status: 507, body: { errors: [ERRORS.storageFull.message] } })
    await expectAllThere()
    expect(await app.visitor.send({ url: '/readyz' })).toMatchObject({ status: 200 })

    disk.free()
    for (let count = 0; count < 20; count++) expect(await post()).toBe(201)
    expect((await upload(2)).status).toBe(201)
    await expectAllThere()
  })

  test('leaves what jobs could not finish, and each is done once there is space', async ({ disk, options, place }) => {
    const raffles = await createRaffles(options.db, () => openDatabase(place.database, fail, async () => undefined))
    const [filled, ids] = [Promise.withResolvers<void>(), idsTo(8)]
    try {
      await raffles.add(1, ...ids)
      const queues = await raffles.startNodes(async (raffle) => {
        await filled.promise
        // Those of the first runs are more than the space that SQLite's log may have already.
        return endRaffle(raffles.db, raffle, randomBytes(750_000).toString('hex'))
      })
      await expect.poll(() => queues.map(({ state }) => state.runs?.underWay)).toEqual([2, 2, 2])
      disk.fill()
      filled.resolve()
      await expect.poll(() => queues.some(({ state: { runs } }) => (runs?.failed ?? 0) > 0)).toBe(true)
      expect(await raffles.rows()).not.toEqual([])
      disk.free()
      await expect.poll(() => queues.map(({ state }) => state.runs?.underWay)).toEqual([0, 0, 0])
      // What failed is due again, and what was claimed when that could not be written.
      raffles.clock.advance(MINUTE)
      await expect.poll(raffles.rows).toEqual([])
      expect(await raffles.results()).toEqual(ids)
    } finally {
      filled.resolve()
      disk.free()
      await raffles.close()
    }
  })
})

function fail(error: Error): never {
  throw error
}

/** A picture that does not compress, because its pixels are random. */
async function noise(seed: number): Promise<Buffer> {
  const [width, height] = [640, 480]
  const pixels = randomBytes(width * height * 3)
  pixels[0] = seed
  const overlay = { input: pixels, raw: { width, height, channels: 3 as const } }
  return picture(width, height).composite([overlay]).png().toBuffer()
}

interface Place {
  readonly database: DatabaseLocation
  /** Makes new connections write a file before they answer. PostgreSQL does so by itself after a vacuum. */
  startConnectionsAfresh(): void
  drop(): Promise<void>
}

async function placeInFile(disk: SmallDisk): Promise<Place> {
  const database = { file: join(disk.path, 'quack.sqlite') }
  return { database, startConnectionsAfresh: () => undefined, drop: async () => undefined }
}

/** PostgreSQL's WAL stays on the large disk, because the server stops by itself if the disk of the WAL is full. */
async function placeInTablespace(disk: SmallDisk): Promise<Place> {
  const name = `quack_small_${randomBytes(6).toString('hex')}`
  const location = join(disk.path, 'tablespace')
  const made = spawnSync('install', ['-d', '-o', 'postgres', '-m', '700', location], { encoding: 'utf8' })
  expect(made.stderr).toBe('')
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  await client.query(`create tablespace ${name} location '${location}'`)
  await client.query(`create database ${name} tablespace ${name}`)
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  return {
    database: { url: url.href },
    startConnectionsAfresh() {
      for (const file of globSync('*/*/pg_internal.init', { cwd: location })) rmSync(join(location, file))
    },
    async drop() {
      await client.query(`drop database ${name}`)
      await client.query(`drop tablespace ${name}`)
      await client.end()
    },
  }
}
