import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOADS_MAX } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { needsOneProcess } from '../../../test/balanced.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import { test as base, send, urlOf } from '../../../test/upload-fixtures.ts'
import { picture } from '../../../test/uploads.ts'

const DAY = 24 * 60 * 60_000

const test = base
  .extend('begin', ({ create }) => async (length = 5): Promise<string> => {
    const created = await create(length)
    expect(created.status).toBe(201)
    return urlOf(created)
  })
  .extend('expectRefusal', ({ create }) => async (): Promise<void> => {
    expect(asRefusal(await create(5))).toEqual(refusal('tooManyUploads'))
  })
  .extend('beginAll', ({ begin }) => async (): Promise<string[]> => {
    const urls: string[] = []
    while (urls.length < UPLOADS_MAX) urls.push(await begin())
    return urls
  })

describe('unfinished uploads of a member', () => {
  test('are limited for each member', async ({ member, beginAll, create, expectRefusal }) => {
    await beginAll()
    await expectRefusal()
    expect((await create(5, '', await member('somebody'))).status).toBe(201)
  })

  test('no longer count when they are deleted', async ({ ann, begin, beginAll, expectRefusal }) => {
    const [first = ''] = await beginAll()
    expect((await send(ann, 'DELETE', first)).status).toBe(204)
    await begin()
    await expectRefusal()
  })

  test('count until they have become media, not only until all bytes have arrived', async ({
    begin,
    expectRefusal,
    finish,
    patch,
  }) => {
    const file = await picture().png().toBuffer()
    const url = await begin(file.length)
    for (let more = 1; more < UPLOADS_MAX; more++) await begin()
    expect((await patch(url, 0, file)).status).toBe(204)
    await expectRefusal()
    expect((await finish(url)).status).toBe(201)
    await begin()
    await expectRefusal()
  })

  test('no longer count when they have expired', async ({ app, begin, beginAll, expectRefusal }) => {
    const [first = ''] = await beginAll()
    const kept = join(app.media.partsDirectory, `${first.split('/').at(-1)}.json`)
    const upload = JSON.parse(await readFile(kept, 'utf8')) as object
    await writeFile(kept, JSON.stringify({ ...upload, creation_date: new Date(Date.now() - DAY - 1_000) }))
    await begin()
    await expectRefusal()
  })

  test('are counted correctly if they begin at the same instant', async ({ create, task, skip }) => {
    // Each node counts its own uploads.
    needsOneProcess({ task, skip })
    const answers = await Promise.all(Array.from({ length: UPLOADS_MAX + 5 }, () => create(5)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(UPLOADS_MAX).fill(201), ...Array(5).fill(429)])
  })
})
