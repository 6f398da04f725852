import { once } from 'node:events'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { UploadedMedia } from '@quack/contract'
import { AVATAR_MAX_BYTES, POST_MEDIA_MAX_BYTES } from '@quack/contract/limits'
import type { InjectOptions } from 'fastify'
import { describe, expect } from 'vitest'
import type { Answer } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import type { TestMember } from '../../../test/members.ts'
import { malformed, refusal } from '../../../test/refusals.ts'
import { fileForm, picture, pngOf } from '../../../test/uploads.ts'
import { createSweep } from '../media/media.sweep.ts'

const VIDEO = await readFile(new URL('../demo/media/bouncing-ball.mp4', import.meta.url))
const TUS = { 'tus-resumable': '1.0.0' }

const send = (who: TestMember, method: string, url: string, more: InjectOptions = {}) =>
  who.send({ ...more, method: method as 'POST', url, headers: { ...TUS, ...more.headers } })

const test = base
  .extend('create', ({ ann }) => {
    return (length: number, query = '', who = ann) =>
      send(who, 'POST', `/api/uploads${query}`, { headers: { 'upload-length': String(length) } })
  })
  .extend('patch', ({ ann }) => {
    return (url: string, offset: number, payload: Buffer, who = ann) =>
      send(who, 'PATCH', url, {
        payload,
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      })
  })
  .extend('finish', ({ ann }) => {
    return (url: string, who = ann) => who.send({ method: 'POST', url: `${url}/finish` })
  })
  .extend('parts', ({ app }) => {
    return () => readdir(app.media.partsDirectory)
  })

describe('resumable uploads', () => {
  const urlOf = ({ headers }: Answer<unknown>) => String(headers.location)
  const mediaOf = ({ body }: Answer<unknown>) => (body as { media: UploadedMedia }).media
  function read({ status, body }: Answer<unknown>) {
    return { status, message: (body as { errors: string[] }).errors[0] }
  }
  test('arrive in parts, report their offset, and become the same media as a form', async ({
    ann,
    create,
    finish,
    patch,
  }) => {
    const url = urlOf(await create(VIDEO.length))
    expect(url).toMatch(/^\/api\/uploads\/[\w-]+$/)
    expect(await patch(url, 0, VIDEO.subarray(0, 100_000))).toMatchObject({ status: 204 })
    const head = await send(ann, 'HEAD', url)
    expect(head).toMatchObject({ status: 200, headers: { 'upload-offset': '100000', 'cache-control': 'no-store' } })
    expect(read(await finish(url))).toEqual(refusal('uploadIncomplete'))
    expect(read(await patch(url, 50_000, VIDEO.subarray(50_000)))).toEqual(refusal('uploadOffsetWrong'))
    expect(await patch(url, 100_000, VIDEO.subarray(100_000))).toMatchObject({ status: 204 })

    const [first, second] = await Promise.all([finish(url), finish(url)])
    const form = await ann.send({ ...fileForm(VIDEO), url: '/api/media' })
    expect(first).toMatchObject({ status: 201, body: form.body })
    expect(second.body).toEqual(first.body)
    // The answer may have been lost.
    expect((await finish(url)).body).toEqual(first.body)
    const { status } = await ann.send({
      method: 'POST',
      url: '/api/posts',
      payload: { postData: { mediaUrl: mediaOf(first).url } },
    })
    expect(status).toBe(201)
  })

  test.for([
    ['', POST_MEDIA_MAX_BYTES, 'mediaTooLarge'],
    ['?for=avatar', AVATAR_MAX_BYTES, 'avatarTooLarge'],
  ] as const)(
    '%j take one byte under their limit and refuse the limit',
    async ([query, limit, code], { ann, create, finish, patch }) => {
      expect(read(await create(limit, query))).toEqual(refusal(code))
      const url = urlOf(await create(limit - 1, query))
      expect(await patch(url, 0, await pngOf(limit - 1))).toMatchObject({ status: 204 })
      expect(mediaOf(await finish(url))).toMatchObject({ type: 'image', width: 30 })

      // More bytes than were declared are refused.
      const small = urlOf(await create(1_000, query))
      expect(read(await patch(small, 0, Buffer.alloc(1_001)))).toEqual(refusal(code))
      // A length that is declared later has the same limit.
      const open = await send(ann, 'POST', `/api/uploads${query}`, { headers: { 'upload-defer-length': '1' } })
      const said = {
        'upload-length': String(limit),
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }
      expect(read(await send(ann, 'PATCH', urlOf(open), { headers: said, payload: Buffer.alloc(9) }))).toEqual(
        refusal(code),
      )
    },
  )

  test('are accessible to their owner only', async ({ app, bob, create, finish, patch }) => {
    const file = await picture().png().toBuffer()
    const url = urlOf(await create(file.length))
    expect(read(await app.visitor.send({ method: 'POST', url: '/api/uploads', headers: TUS }))).toEqual(
      refusal('tokenInvalid'),
    )
    expect(read(await patch(url, 0, file, bob))).toEqual(refusal('uploadUnknown'))
    expect((await send(bob, 'HEAD', url)).status).toBe(404)
    expect(read(await send(bob, 'DELETE', url))).toEqual(refusal('uploadUnknown'))
    await patch(url, 0, file)
    expect(read(await finish(url, bob))).toEqual(refusal('uploadUnknown'))
    expect(mediaOf(await finish(url))).toMatchObject({ type: 'image' })
  })

  test('leave nothing behind if they are refused or deleted', async ({ ann, create, finish, parts, patch }) => {
    const before = await parts()
    const refused = [
      [Buffer.from('plain text'), '', 'mediaTypeRefused'],
      [VIDEO, '?for=avatar', 'avatarTypeRefused'],
      [(await picture(300, 300).png().toBuffer()).subarray(0, 60), '', 'mediaUnreadable'],
    ] as const
    for (const [file, query, code] of refused) {
      const url = urlOf(await create(file.length, query))
      await patch(url, 0, file)
      expect(read(await finish(url))).toEqual(refusal(code))
      expect(read(await finish(url))).toEqual(refusal('uploadUnknown'))
    }
    const url = urlOf(await create(1_000))
    expect((await send(ann, 'DELETE', url)).status).toBe(204)
    expect(read(await patch(url, 0, Buffer.alloc(9)))).toEqual(refusal('uploadUnknown'))
    expect(await parts()).toEqual(before)
  })

  test('are removed after a day without progress', async ({ app, create, finish, parts }) => {
    const url = urlOf(await create(1_000))
    const [id] = url.split('/').reverse()
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000)
    for (const name of await parts()) {
      if (name.startsWith(String(id))) await utimes(join(app.media.partsDirectory, name), yesterday, yesterday)
    }
    await createSweep(app.db, app.media).removeLeftOver(Date.now())
    expect(read(await finish(url))).toEqual(refusal('uploadUnknown'))
    expect((await parts()).filter((name) => name.startsWith(String(id)))).toEqual([])
  })

  test('of another protocol are refused', async ({ app, ann, create, patch }) => {
    const old = { method: 'POST', url: '/api/uploads', headers: { 'upload-length': '5' } } as const
    expect(read(await ann.send(old))).toEqual(refusal('uploadVersionWrong'))
    expect(read(await create(-5))).toEqual(refusal('requestMalformed'))
    expect(read(await create(5, '?for=banner'))).toEqual(malformed('for must be one of post, avatar.'))
    const json = { payload: { a: 1 }, headers: { 'upload-offset': '0' } }
    expect(read(await send(ann, 'PATCH', urlOf(await create(5)), json)).status).toBe(400)
    expect(read(await patch('/api/uploads/..%2f..%2fquack.sqlite', 0, Buffer.alloc(5)))).toEqual(
      refusal('uploadUnknown'),
    )
    const put = await send(ann, 'PUT', '/api/uploads')
    expect(put).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
    const options = await app.visitor.send({ method: 'OPTIONS', url: '/api/uploads' })
    expect(options).toMatchObject({ status: 204, headers: { 'tus-version': '1.0.0' } })
  })

  test.for<[string, Record<string, string>]>([
    ['a part to be joined', { 'upload-concat': 'partial' }],
    ['a whole of parts', { 'upload-concat': 'final;/api/uploads/a /api/uploads/b' }],
    ['a form of joining that there is not', { 'upload-concat': 'both' }],
    ['a length that is deferred in another way', { 'upload-defer-length': '2' }],
    ['a length that is said and deferred', { 'upload-defer-length': '1' }],
    ['a length that is no whole number', { 'upload-length': '1.5' }],
    ['metadata that are none', { 'upload-metadata': 'filename not-base64' }],
    ['metadata that name a prototype', { 'upload-metadata': '__proto__ e30=' }],
  ])('that ask for what there is not are refused: %s', async ([_, more], { ann, parts }) => {
    const before = await parts()
    const headers = { 'upload-length': '5', ...more }
    expect(read(await send(ann, 'POST', '/api/uploads', { headers }))).toEqual(refusal('requestMalformed'))
    expect(await parts()).toEqual(before)
  })

  test.for([null, '0.2.2', '1.0.1', 'x'])(
    'of version %j are refused, with the right version',
    async (version, { ann, create }) => {
      const url = urlOf(await create(5))
      const other = version === null ? {} : { 'tus-resumable': version }
      const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      const answers = await Promise.all([
        ann.send({ method: 'POST', url: '/api/uploads', headers: { ...other, 'upload-length': '5' } }),
        ann.send({ method: 'HEAD', url, headers: other }),
        ann.send({ method: 'PATCH', url, payload: Buffer.alloc(5), headers: { ...other, ...part } }),
        ann.send({ method: 'DELETE', url, headers: other }),
      ])
      for (const { status, headers } of answers) expect([status, headers['tus-version']]).toEqual([412, '1.0.0'])
      expect(read(answers[0])).toEqual(refusal('uploadVersionWrong'))
      // None of these requests had an effect.
      expect((await send(ann, 'HEAD', url)).headers['upload-offset']).toBe('0')
      await send(ann, 'DELETE', url)
    },
  )

  test('refuse a part without an offset or with another content type', async ({ ann, create }) => {
    const url = urlOf(await create(5))
    const type = { 'content-type': 'application/offset+octet-stream' }
    const payload = Buffer.alloc(5)
    expect(read(await send(ann, 'PATCH', url, { payload, headers: type }))).toEqual(refusal('requestMalformed'))
    expect(read(await send(ann, 'PATCH', url, { headers: { 'upload-offset': '0' } }))).toEqual(
      refusal('requestMalformed'),
    )
    await send(ann, 'DELETE', url)
  })

  test('work through several proxies that each append their forwarded headers', async ({ ann }) => {
    const headers = { 'upload-length': '5', 'x-forwarded-proto': 'https, http' }
    const created = await send(ann, 'POST', '/api/uploads', { headers })
    expect(created.status).toBe(201)
    await send(ann, 'DELETE', urlOf(created))
  })

  test.for<[string, string]>([
    ['that the upload has become media', JSON.stringify({ url: '/media/forged.webp', type: 'image' })],
    ['that it has become something else', '{}'],
    ['what cannot be read', 'no JSON'],
    ['nothing', ''],
  ])('do not take what a client says for their own marks: %s', async ([_, forged], { ann, finish, patch }) => {
    const file = await picture().png().toBuffer()
    const metadata = ['media', 'finished', 'size', 'offset', 'storage', 'creation_date']
      .map((key) => `${key} ${Buffer.from(forged).toString('base64')}`)
      .join(',')
    const headers = { 'upload-length': String(file.length), 'upload-metadata': `filename cGhvdG8=,${metadata}` }
    const url = urlOf(await send(ann, 'POST', '/api/uploads', { headers }))
    expect(read(await finish(url))).toEqual(refusal('uploadIncomplete'))
    // The client's own metadata are returned.
    expect((await send(ann, 'HEAD', url)).headers['upload-metadata']).toBe('filename cGhvdG8=')
    await patch(url, 0, file)
    const form = await ann.send({ ...fileForm(file), url: '/api/media' })
    expect(await finish(url)).toMatchObject({ status: 201, body: form.body })
    expect((await finish(url)).body).toEqual(form.body)
  })

  test('can be resumed after a broken connection', async ({ app, ann, create, finish, patch }) => {
    const address = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
    const url = urlOf(await create(VIDEO.length))
    const socket = connect(Number(address.port), address.hostname)
    const lines = [
      `PATCH ${url} HTTP/1.1`,
      `Host: ${address.host}`,
      `Authorization: ${ann.token}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${VIDEO.length}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(VIDEO.subarray(0, 100_000))
    const offset = async () => Number((await send(ann, 'HEAD', url)).headers['upload-offset'])
    await expect.poll(offset).toBe(100_000)
    socket.destroy()
    await once(socket, 'close')
    expect(await patch(url, 100_000, VIDEO.subarray(100_000))).toMatchObject({ status: 204 })
    expect(mediaOf(await finish(url))).toMatchObject({ type: 'video' })
  })
})
