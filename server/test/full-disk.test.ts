import { randomUUID } from 'node:crypto'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@quack/contract'
import { describeUnless } from '@quack/testing/needs'
import { expect } from 'vitest'
import { openDiskStore } from '../src/features/media/store/disk-store.ts'
import { MINIMAL } from './client.ts'
import { test as base } from './fixtures.ts'
import { fillDatabase, freeDatabase } from './full-database.ts'
import { fileForm, picture } from './uploads.ts'

/** Every write to it fails, as on a full disk. */
const FULL = '/dev/full'
const LONG = 'quack '.repeat(800)

/** A full disk without a disk: full-disk.long.test.ts fills one. */
const test = base
  /** Of the temporary files of an upload, which one cannot be written: 1, what arrives; 2, what is decoded. 0: none. */
  .extend('unwritable', { scope: 'file' }, () => ({ file: 0 }))
  .extend('options', { scope: 'file' }, async ({ fileDirectory, unwritable }) => {
    const media = await openDiskStore(fileDirectory)
    let count = 0
    const temporaryFile = () => {
      if (unwritable.file === 0 || ++count < unwritable.file) return media.temporaryFile()
      count = 0
      const link = join(fileDirectory, randomUUID())
      symlinkSync(FULL, link)
      return link
    }
    return { media: { ...media, temporaryFile } }
  })
  .extend('post', ({ ann }) => async (): Promise<number> => {
    const payload = { postData: { content: LONG } }
    const { status, body } = await ann.send({ method: 'POST', url: '/api/posts', headers: MINIMAL, payload })
    if (status !== 201) expect({ status, body }).toMatchObject(REFUSAL)
    return status
  })
  .extend('upload', ({ ann }) => async () => {
    const file = await picture().png().toBuffer()
    return ann.send({ ...fileForm(file), url: '/api/media?for=post' })
  })

const REFUSAL = { status: 507, body: { errors: [ERRORS.storageFull.message] } }

test('a database that is full refuses writes with 507, serves reads, and accepts writes once there is space', async ({
  app,
  ann,
  post,
}) => {
  expect(await post()).toBe(201)
  await fillDatabase(app.db, 'posts')
  try {
    // Space that the engine has already allocated may still take some writes.
    let taken = 1
    while ((await post()) === 201) taken++
    expect(await post()).toBe(507)
    const { user } = await app.visitor.call('GET /api/users/:username', { params: { username: ann.username } })
    expect(user.postsCount).toBe(taken)
    const page = await ann.call('GET /api/posts/user/:username', { params: { username: ann.username } })
    expect(page.posts).toHaveLength(taken)
    expect(await app.visitor.send({ url: '/readyz' })).toMatchObject({ status: 200 })
  } finally {
    await freeDatabase(app.db, 'posts')
  }
  expect(await post()).toBe(201)
})

describeUnless(existsSync(FULL) ? null : `needs ${FULL}`, 'a disk that is full', () => {
  test('refuses uploads with 507, whether they or what is made of them has no space, and keeps nothing', async ({
    app,
    unwritable,
    upload,
  }) => {
    try {
      for (const file of [1, 2]) {
        unwritable.file = file
        expect(await upload(), `file ${file}`).toMatchObject(REFUSAL)
      }
    } finally {
      unwritable.file = 0
    }
    expect(await app.db.read.selectFrom('media').select('name').execute()).toEqual([])
    expect((await upload()).status).toBe(201)
  })
})
