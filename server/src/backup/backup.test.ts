import { appendFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { MINIMAL } from '../../test/client.ts'
import { findWrongCounts } from '../../test/counts.ts'
import { createTestLocation, ENGINE } from '../../test/database.ts'
import { test as base } from '../../test/fixtures.ts'
import { writePost } from '../../test/members.ts'
import { compareIndex } from '../../test/search-index.ts'
import { picture, uploadFile } from '../../test/uploads.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../database/open/open.ts'
import type { MediaStore } from '../features/media/store/media-store.ts'
import { openMediaStore } from '../features/media/store/open-store.ts'
import { MediaStoreError } from '../features/media/store/s3-store.ts'
import { indexAll } from '../features/search/search-index.ts'
import { loadSecret } from '../features/secrets/secret.ts'
import { backUp, DATABASE_FILES, SECRET } from './backup.service.ts'
import { restore } from './restore.service.ts'

const VERSION = '1.0.0'
/** Nothing listens there. */
const NO_BUCKET = {
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const configOf = (env: Record<string, string>) => readConfig(env, 'tool')

const test = base
  .extend('copy', ({ directory }) => join(directory, 'copy'))
  .extend('other', async ({ directory }, { onCleanup }) => {
    const other = await createTestLocation(join(directory, 'other'))
    onCleanup(() => other.drop())
    return other
  })
  .extend('bringBack', ({ copy, other }) => {
    return (env: Record<string, string> = {}) => restore(configOf({ ...other.env, ...env }), copy)
  })

async function read(store: MediaStore, name: string): Promise<Buffer> {
  const content = await store.open(name)
  if (!content) throw new Error(`There is no ${name}.`)
  return buffer(content)
}

/** backup.long.test.ts has the programs. */
describe('a backup', () => {
  test('of a server under writes can be restored completely in an empty place', async ({
    app,
    ann,
    copy,
    other,
    bringBack,
  }) => {
    const secret = await loadSecret(null, app.directory)
    const { url: mediaUrl } = await uploadFile(ann, await picture().png().toBuffer())
    const postData = { content: 'with a picture', mediaUrl }
    await ann.call('POST /api/posts', { body: { postData }, headers: MINIMAL })
    const { _id: deleted } = await writePost(ann, 'deleted')
    await ann.call('DELETE /api/posts/:postId', { params: { postId: deleted } })
    await indexAll(app.db)
    const copying = backUp(configOf(app.database.env), copy, VERSION)
    await writePost(ann, 'meanwhile')
    expect(await copying).toEqual({ media: expect.any(Number), lost: [] })
    await writePost(ann, 'later')
    for (const file of [SECRET, DATABASE_FILES[ENGINE]]) expect((await stat(join(copy, file))).mode & 0o777).toBe(0o600)

    await bringBack()
    await expect(bringBack()).rejects.toThrow('not empty')
    // Tokens stay valid.
    expect(await loadSecret(null, other.env.DATA_DIR ?? '')).toBe(secret)
    const db = await openDatabase(other.location, (error) => expect.fail(error.message))
    const posts = await db.read.selectFrom('posts').select('content').orderBy('id').execute()
    // What is written while the database is copied is in the copy or not.
    const contents = posts.map(({ content }) => content).filter((content) => content !== 'meanwhile')
    expect(contents).toEqual(['with a picture'])
    expect(await findWrongCounts(db.read)).toEqual([])
    const { actual, expected } = await compareIndex(db)
    expect(actual).toEqual(expected)
    expect(actual.posts.size).toBeGreaterThan(0)
    await db.close()
    const name = mediaUrl.slice('/media/'.length)
    const restored = await openMediaStore(other.env.DATA_DIR ?? '', null)
    const [before, after] = await Promise.all([app.media, restored].map((store) => read(store, name)))
    expect(after).toEqual(before)
  })

  test('that is damaged, incomplete, of the other engine or without a bucket is refused, and nothing is written', async ({
    app,
    copy,
    other,
    bringBack,
  }) => {
    await backUp(configOf(app.database.env), copy, VERSION)
    await expect(backUp(configOf(app.database.env), copy, VERSION)).rejects.toThrow('not empty')

    const otherEngine = ENGINE === 'sqlite' ? 'postgres://nobody@127.0.0.1:1/none' : ''
    await expect(bringBack({ DATABASE_URL: otherEngine })).rejects.toThrow('The backup is from an installation')
    await expect(bringBack(NO_BUCKET)).rejects.toThrow(
      new MediaStoreError('The media store at http://127.0.0.1:1 failed: bad port'),
    )
    await appendFile(join(copy, DATABASE_FILES[ENGINE]), 'x')
    await expect(bringBack()).rejects.toThrow('is damaged')
    await rm(join(copy, 'manifest.json'))
    await expect(bringBack()).rejects.toThrow('no complete backup')
    expect(await readdir(other.env.DATA_DIR ?? '').catch(() => [])).toEqual([])
  })

  test('needs an installation', async ({ directory, copy }) => {
    const nowhere = configOf({ DATA_DIR: join(directory, 'nowhere'), DATABASE_URL: '' })
    await expect(backUp(nowhere, copy, VERSION)).rejects.toThrow('no Quack in')
  })
})
