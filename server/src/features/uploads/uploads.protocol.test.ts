import { describe, expect } from 'vitest'
import { asRefusal, malformed, refusal } from '../../../test/refusals.ts'
import { send, test, urlOf } from '../../../test/upload-fixtures.ts'
import { fileForm, PART_TYPE, picture } from '../../../test/uploads.ts'

describe('resumable uploads', () => {
  test('of another protocol are refused', async ({ app, ann, create, patch }) => {
    const old = { method: 'POST', url: '/api/uploads', headers: { 'upload-length': '5' } } as const
    expect(asRefusal(await ann.send(old))).toEqual(refusal('uploadVersionWrong'))
    expect(asRefusal(await create(-5))).toEqual(refusal('requestMalformed'))
    expect(asRefusal(await create(5, '?for=banner'))).toEqual(malformed('for must be one of post, avatar.'))
    const json = { payload: { a: 1 }, headers: { 'upload-offset': '0' } }
    expect(asRefusal(await send(ann, 'PATCH', urlOf(await create(5)), json)).status).toBe(400)
    expect(asRefusal(await patch('/api/uploads/..%2f..%2fquack.sqlite', 0, Buffer.alloc(5)))).toEqual(
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
    expect(asRefusal(await send(ann, 'POST', '/api/uploads', { headers }))).toEqual(refusal('requestMalformed'))
    expect(await parts()).toEqual(before)
  })

  test.for([null, '0.2.2', '1.0.1', 'x'])(
    'of version %j are refused, with the right version',
    async (version, { ann, create }) => {
      const url = urlOf(await create(5))
      const other = version === null ? {} : { 'tus-resumable': version }
      const part = { ...PART_TYPE, 'upload-offset': '0' }
      const answers = await Promise.all([
        ann.send({ method: 'POST', url: '/api/uploads', headers: { ...other, 'upload-length': '5' } }),
        ann.send({ method: 'HEAD', url, headers: other }),
        ann.send({ method: 'PATCH', url, payload: Buffer.alloc(5), headers: { ...other, ...part } }),
        ann.send({ method: 'DELETE', url, headers: other }),
      ])
      for (const { status, headers } of answers) expect([status, headers['tus-version']]).toEqual([412, '1.0.0'])
      expect(asRefusal(answers[0])).toEqual(refusal('uploadVersionWrong'))
      // None of these requests had an effect.
      expect((await send(ann, 'HEAD', url)).headers['upload-offset']).toBe('0')
      await send(ann, 'DELETE', url)
    },
  )

  test('refuse a part without an offset or with another content type', async ({ ann, create }) => {
    const url = urlOf(await create(5))
    const payload = Buffer.alloc(5)
    expect(asRefusal(await send(ann, 'PATCH', url, { payload, headers: PART_TYPE }))).toEqual(
      refusal('requestMalformed'),
    )
    expect(asRefusal(await send(ann, 'PATCH', url, { headers: { 'upload-offset': '0' } }))).toEqual(
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
    expect(asRefusal(await finish(url))).toEqual(refusal('uploadIncomplete'))
    // The client's own metadata are returned.
    expect((await send(ann, 'HEAD', url)).headers['upload-metadata']).toBe('filename cGhvdG8=')
    await patch(url, 0, file)
    const form = await ann.send({ ...fileForm(file), url: '/api/media' })
    expect(await finish(url)).toMatchObject({ status: 201, body: form.body })
    expect((await finish(url)).body).toEqual(form.body)
  })
})
