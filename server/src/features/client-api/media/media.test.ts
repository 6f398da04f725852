import type { MediaAttachment, Status } from '@quack/contract/client-api/entities'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { writePost } from '../../../../test/members.ts'
import { test as base, newPicture, post } from '../../../../test/signed-media-fixtures.ts'
import { uploadFile } from '../../../../test/uploads.ts'
import { mediaIdOf, mediaNameOfId } from './attachment.view.ts'

const test = base.extend('clientOf', ({ app }) => {
  const apps = createApps(app.app)
  return async (member: Parameters<typeof apps.tokenOf>[1]) => {
    const token = await apps.tokenOf(await apps.register(), member)
    return async <Body = Status>(route: string, payload?: object | FormData) => {
      const [method, path] = route.split(' ') as ['GET', string]
      const form = payload instanceof FormData ? new Response(payload) : null
      const answer = await app.app.inject({
        method,
        url: `/api/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(form && { 'content-type': String(form.headers.get('content-type')) }),
        },
        ...(form ? { payload: Buffer.from(await form.arrayBuffer()) } : payload && { payload }),
      })
      return { status: answer.statusCode, body: answer.json<Body>() }
    }
  }
})

function formOf(file: Buffer, description = ''): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), 'duck.png')
  form.set('description', description)
  form.set('thumbnail', new Blob(['none']), 'none.png')
  return form
}

const pathOf = (url: string | null) => {
  const { pathname, search } = new URL(url ?? '')
  return pathname + search
}

describe('a picture', () => {
  test('is sent with its description, and shown by a status', async ({ ann, get, clientOf }) => {
    const send = await clientOf(ann)
    const { status, body } = await send<MediaAttachment>('POST v2/media', formOf(await newPicture(), 'A duck'))
    expect([status, body]).toMatchObject([200, { type: 'image', description: 'A duck', remote_url: null }])
    expect(body.id).toMatch(/^\d+$/)
    expect(body.blurhash).toMatch(/^[\w#$%*+,.:;=?@[\]^{|}~-]{28}$/)
    expect(body.meta.original).toMatchObject({ width: 900, aspect: 900 / Number(body.meta.original?.height) })
    expect(body.meta.small).toMatchObject({ width: 660 })
    const { headers, bytes } = await get(pathOf(body.preview_url), { accept: 'image/webp' })
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await sharp(bytes).metadata()).width).toBe(660)
    const whole = await get(pathOf(body.url), { accept: 'image/webp' })
    expect((await sharp(whole.bytes).metadata()).width).toBe(900)

    const described = await send<MediaAttachment>(`PUT v1/media/${body.id}`, { description: 'Two ducks' })
    expect(described.body).toEqual({ ...body, description: 'Two ducks' })
    const { body: made } = await send('POST v1/statuses', { status: 'Look', media_ids: [body.id] })
    expect(made.media_attachments).toEqual([described.body])
    const attributes = [{ id: body.id, description: 'Ducks' }]
    const change = { status: 'Look', media_ids: [body.id], media_attributes: attributes }
    const { body: edited } = await send(`PUT v1/statuses/${made.id}`, change)
    expect(edited.media_attachments).toEqual([{ ...body, description: 'Ducks' }])
    expect((await send(`PUT v1/statuses/${made.id}`, { media_ids: [] })).body.media_attachments).toEqual([])
  })

  test('is sent by the older call, and is for its sender alone', async ({ ann, bob, clientOf }) => {
    const [send, other] = [await clientOf(ann), await clientOf(bob)]
    const { status, body } = await send<MediaAttachment>('POST v1/media', formOf(await newPicture()))
    expect([status, body.description]).toEqual([200, null])
    expect((await send(`GET v1/media/${body.id}`)).body).toEqual(body)
    for (const id of [body.id, '1', 'x', '9'.repeat(40)]) {
      expect((await other(`GET v1/media/${id}`)).status).toBe(404)
      expect((await other(`PUT v1/media/${id}`, { description: 'Mine' })).status).toBe(404)
      expect((await other('POST v1/statuses', { status: 'x', media_ids: [id] })).status).toBe(422)
    }
    expect((await send('POST v1/statuses', { status: 'x', media_ids: [body.id, body.id] })).status).toBe(422)
    const of = { status: 'x', in_reply_to_id: (await writePost(bob))._id, media_ids: [body.id] }
    expect((await send('POST v1/statuses', of)).status).toBe(422)
    expect((await send<{ error: string }>('POST v2/media', formOf(Buffer.from('no picture')))).status).toBe(422)
    expect((await send('POST v2/media', {})).status).toBe(422)
  })

  test('is one of up to four in a status, in any order, each for those who see the status', async ({
    ann,
    follower,
    get,
    isUnknown,
    setPrivate,
    clientOf,
  }) => {
    const [send, read] = [await clientOf(ann), await clientOf(follower)]
    const upload = async (word: string) =>
      (await send<MediaAttachment>('POST v2/media', formOf(await newPicture(), word))).body
    const [a, b, c, d, e] = [
      await upload('a'),
      await upload('b'),
      await upload('c'),
      await upload('d'),
      await upload('e'),
    ]
    const idsOf = (media: MediaAttachment[]) => media.map(({ id }) => id)
    const refused = await send('POST v1/statuses', { status: 'x', media_ids: idsOf([a, b, c, d, e]) })
    expect(refused.status).toBe(422)
    const { body: made } = await send('POST v1/statuses', { status: 'Look', media_ids: idsOf([a, b, c, d]) })
    expect(made.media_attachments).toEqual([a, b, c, d])
    const edit = async (media: MediaAttachment[], attributes: object[] = []) => {
      const change = { media_ids: idsOf(media), media_attributes: attributes }
      return (await send(`PUT v1/statuses/${made.id}`, change)).body.media_attachments
    }
    const described = { ...b, description: 'Ducks' }
    expect(await edit([d, b, e], [{ id: b.id, description: 'Ducks' }])).toEqual([d, described, e])
    expect(await edit([b, d])).toEqual([described, d])

    await setPrivate(ann, 1)
    const home = async () => (await read<Status[]>('GET v1/timelines/home')).body[0]?.media_attachments ?? []
    // The second answer is from the cache.
    for (const shown of [
      await home(),
      await home(),
      (await read(`GET v1/statuses/${made.id}`)).body.media_attachments,
    ]) {
      expect(shown.map(({ id, blurhash, description }) => [id, blurhash, description])).toEqual([
        [b.id, b.blurhash, 'Ducks'],
        [d.id, d.blurhash, 'd'],
      ])
      for (const { url } of shown) expect((await get(pathOf(url))).status).toBe(200)
    }
    const addresses = (await home()).map(({ url }) => pathOf(url))
    await follower.call('POST /api/users/unfollow/:id', { params: { id: ann._id } })
    for (const address of [...addresses, pathOf(b.url), pathOf(d.url)]) await isUnknown(address)
    expect(await edit([])).toEqual([])
  })

  test('that not everyone may see keeps its address in an app, for as long as its member sees the post', async ({
    ann,
    follower,
    get,
    isUnknown,
    setPrivate,
    clientOf,
  }) => {
    const { url } = await uploadFile(ann, await newPicture())
    const id = await post(ann, url)
    await setPrivate(ann, 1)
    const read = await clientOf(follower)
    const shown = async () => (await read(`GET v1/statuses/${id}`)).body.media_attachments[0]?.url ?? null
    const address = pathOf(await shown())
    expect(address).toMatch(/^\/media\/app\/\d+\.[\w-]{43}\/[\w-]{22}\.webp\?w=2048$/)
    expect(pathOf(await shown())).toBe(address)
    const { status, headers } = await get(address)
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=3600, immutable'])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    await isUnknown(address.replace(/app\/\d+/, 'app/1'))

    await follower.call('POST /api/users/unfollow/:id', { params: { id: ann._id } })
    await isUnknown(address)
    await setPrivate(ann, 0)
    expect((await get(address)).status).toBe(200)
    await follower.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    await setPrivate(ann, 1)
    expect((await get(address)).status).toBe(200)
    await follower.call('DELETE /api/account/sessions')
    await isUnknown(address)
  })
})

test.for(['AAAAAAAAAAAAAAAAAAAAAA.webp', '_____________________w.webm', 'Zm9vYmFyYmF6cXV4IWR1Yw.mp4'])(
  'the id of %s has its name',
  (name) => {
    expect(mediaIdOf(name)).toMatch(/^\d{1,40}$/)
    expect(mediaNameOfId(mediaIdOf(name))).toBe(name)
  },
)
