import { once } from 'node:events'
import { readdir, readFile, readlink, stat, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { AVATAR_MAX_BYTES, POST_MEDIA_MAX_BYTES } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import { send, test, urlOf } from '../../../test/upload-fixtures.ts'
import { fileForm, mediaOf, PART_TYPE, picture, pngOf, TUS } from '../../../test/uploads.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { openMediaProcessing } from '../media/media.processing.ts'
import { createSweep } from '../media/sweep/media.sweep.ts'
import { createTus } from './tus.ts'
import { createFinish } from './uploads.service.ts'

const VIDEO = await readFile(new URL('../demo/media/bouncing-ball.mp4', import.meta.url))
describe('resumable uploads', () => {
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
    expect(asRefusal(await finish(url))).toEqual(refusal('uploadIncomplete'))
    expect(asRefusal(await patch(url, 50_000, VIDEO.subarray(50_000)))).toEqual(refusal('uploadOffsetWrong'))
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
      expect(asRefusal(await create(limit, query))).toEqual(refusal(code))
      const url = urlOf(await create(limit - 1, query))
      expect(await patch(url, 0, await pngOf(limit - 1))).toMatchObject({ status: 204 })
      expect(mediaOf(await finish(url))).toMatchObject({ type: 'image', width: 30 })

      // More bytes than were declared are refused.
      const small = urlOf(await create(1_000, query))
      expect(asRefusal(await patch(small, 0, Buffer.alloc(1_001)))).toEqual(refusal(code))
      // A length that is declared later has the same limit.
      const open = await send(ann, 'POST', `/api/uploads${query}`, { headers: { 'upload-defer-length': '1' } })
      const said = { ...PART_TYPE, 'upload-length': String(limit), 'upload-offset': '0' }
      expect(asRefusal(await send(ann, 'PATCH', urlOf(open), { headers: said, payload: Buffer.alloc(9) }))).toEqual(
        refusal(code),
      )
    },
  )

  test('are accessible to their owner only', async ({ app, bob, create, finish, patch }) => {
    const file = await picture().png().toBuffer()
    const url = urlOf(await create(file.length))
    expect(asRefusal(await app.visitor.send({ method: 'POST', url: '/api/uploads', headers: TUS }))).toEqual(
      refusal('tokenInvalid'),
    )
    expect(asRefusal(await patch(url, 0, file, bob))).toEqual(refusal('uploadUnknown'))
    expect((await send(bob, 'HEAD', url)).status).toBe(404)
    expect(asRefusal(await send(bob, 'DELETE', url))).toEqual(refusal('uploadUnknown'))
    await patch(url, 0, file)
    expect(asRefusal(await finish(url, bob))).toEqual(refusal('uploadUnknown'))
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
      expect(asRefusal(await finish(url))).toEqual(refusal(code))
      expect(asRefusal(await finish(url))).toEqual(refusal('uploadUnknown'))
    }
    const url = urlOf(await create(1_000))
    expect((await send(ann, 'DELETE', url)).status).toBe(204)
    expect(asRefusal(await patch(url, 0, Buffer.alloc(9)))).toEqual(refusal('uploadUnknown'))
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
    expect(asRefusal(await finish(url))).toEqual(refusal('uploadUnknown'))
    expect((await parts()).filter((name) => name.startsWith(String(id)))).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'leave no open file if they cannot be processed',
    async ({ app, ann, create, patch }) => {
      const file = await picture().png().toBuffer()
      const url = urlOf(await create(file.length))
      await patch(url, 0, file)
      const processing = openMediaProcessing(app.db, app.media, app.dependencies.logger, null)
      await processing.close()
      const directory = app.media.partsDirectory
      const finish = createFinish(processing, directory, () => createTus(directory))
      const id = url.split('/').at(-1) ?? ''
      const viewer = { id: Number(ann._id) as MemberId } as Viewer
      await expect(finish(viewer, id)).rejects.toMatchObject({ code: 'unavailable' })
      const isOpen = async () => {
        const links = await readdir('/proc/self/fd')
        const files = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')))
        return files.some((path) => path.endsWith(id))
      }
      await expect.poll(isOpen).toBe(false)
    },
  )

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
    // The size of the file: a request for the offset would end the part that is under way.
    const file = join(app.media.partsDirectory, String(url.split('/').at(-1)))
    await expect.poll(async () => (await stat(file)).size).toBe(100_000)
    socket.destroy()
    await once(socket, 'close')
    expect(await offset()).toBe(100_000)
    expect(await patch(url, 100_000, VIDEO.subarray(100_000))).toMatchObject({ status: 204 })
    expect(mediaOf(await finish(url))).toMatchObject({ type: 'video' })
  })
})
