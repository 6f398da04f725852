import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOADS_MAX } from '@quack/contract/limits'
import { describe, expect } from 'vitest'
import { needsOneProcess } from '../../../test/balanced.ts'
import type { Refusal } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { refusal } from '../../../test/refusals.ts'
import { picture } from '../../../test/uploads.ts'

const DAY = 24 * 60 * 60_000
const TUS = { 'tus-resumable': '1.0.0' }

const test = base
  .extend('create', ({ ann }) => {
    return (who = ann, length = 5) =>
      who.send({ method: 'POST', url: '/api/uploads', headers: { ...TUS, 'upload-length': String(length) } })
  })
  .extend('begin', ({ ann, create }) => async (length?: number): Promise<string> => {
    const { status, headers } = await create(ann, length)
    expect(status).toBe(201)
    return String(headers.location)
  })
  .extend('expectRefusal', ({ create }) => async (): Promise<void> => {
    const { status, body } = await create()
    expect({ status, message: (body as Refusal).errors[0] }).toEqual(refusal('tooManyUploads'))
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
    expect((await create(await member('somebody'))).status).toBe(201)
  })

  test('no longer count when they are deleted', async ({ ann, begin, beginAll, expectRefusal }) => {
    const [first = ''] = await beginAll()
    expect((await ann.send({ method: 'DELETE', url: first, headers: TUS })).status).toBe(204)
    await begin()
    await expectRefusal()
  })

  test('count until they have become media, not only until all bytes have arrived', async ({
    ann,
    begin,
    expectRefusal,
  }) => {
    const file = await picture().png().toBuffer()
    const url = await begin(file.length)
    for (let more = 1; more < UPLOADS_MAX; more++) await begin()
    const headers = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await ann.send({ method: 'PATCH', url, payload: file, headers })).status).toBe(204)
    await expectRefusal()
    expect((await ann.send({ method: 'POST', url: `${url}/finish` })).status).toBe(201)
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
    const answers = await Promise.all(Array.from({ length: UPLOADS_MAX + 5 }, () => create()))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(UPLOADS_MAX).fill(201), ...Array(5).fill(429)])
  })
})
