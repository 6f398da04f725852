import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadedMedia } from '@quack/contract'
import { describeWith } from '@quack/testing/needs'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { needsOneProcess } from '../../../../test/balanced.ts'
import { openStream } from '../../../../test/events.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { HDR_GREY, hdr, makeVideo, OPUS, plainHdr, readColours, VP8 } from '../../../../test/media-files/videos.ts'
import { signUp } from '../../../../test/members.ts'
import { asRefusal, refusal } from '../../../../test/refusals.ts'
import { fileForm, uploadFile } from '../../../../test/uploads.ts'
import type { MemberId } from '../../../database/schema.ts'
import { EVENTS } from '../../events/events.routes.ts'
import { openMediaProcessing } from '../media.processing.ts'
import { CLAIM_MS } from '../records/media.queries.ts'
import { endConversion, WAITING_MAX } from './conversions.queries.ts'
import { findFfmpeg } from './ffmpeg.ts'

const MINUTE = 60_000

/** An FFmpeg whose conversions, unlike posters, never end. */
const ENDLESS = `#!/bin/sh
case "$*" in *libx264*) exec sleep 86400 ;; esac
exec ffmpeg "$@"
`

const nameOf = (media: UploadedMedia) => media.url.slice('/media/'.length)

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  /** Each is the same clip with another content: an element that says nothing is added at its end. */
  .extend('webm', { scope: 'file' }, async () => {
    const clip = await makeVideo({ output: [...VP8, ...OPUS], seconds: 0.4, ending: 'webm' })
    let count = 0
    return () => Buffer.concat([clip, Buffer.from([0xec, 0x81, ++count])])
  })
  .extend('upload', ({ ann }) => {
    return (file: Buffer) => uploadFile(ann, file)
  })
  .extend('get', ({ app }) => {
    return (url: string) => app.app.inject({ url })
  })
  .extend('rowOf', ({ app }) => {
    return (media: UploadedMedia) =>
      app.db.read
        .selectFrom('media')
        .select(['state', 'attempts', 'claimed_until', 'bytes'])
        .where('name', '=', nameOf(media))
        .executeTakeFirstOrThrow()
  })
  .extend('untilState', ({ rowOf }) => {
    return (media: UploadedMedia, state: string) => expect.poll(async () => (await rowOf(media)).state).toBe(state)
  })
  .extend('filesOf', ({ app }) => async (media: UploadedMedia): Promise<string[]> => {
    const names: string[] = []
    for await (const { name } of app.media.list()) if (name.startsWith(nameOf(media))) names.push(name)
    return names.map((name) => name.slice(nameOf(media).length)).sort()
  })
  /** The state that a killed server leaves, with this video to convert. */
  .extend('leave', ({ app }) => async (media: UploadedMedia, claimedUntil: number, attempts: number): Promise<void> => {
    await app.db.write((transaction) =>
      transaction
        .updateTable('media')
        .set({ state: 'converting', claimed_until: claimedUntil, attempts })
        .where('name', '=', nameOf(media))
        .execute(),
    )
  })
  /** Another node, or the same after a restart. It looks for work at its start. */
  .extend('onAnotherNode', ({ app }) => async (until: () => Promise<unknown>): Promise<void> => {
    const processing = openMediaProcessing(app.db, app.media, app.app.log, findFfmpeg())
    await until()
    await processing.close()
  })

describeWith('ffmpeg', 'a video that has to be converted', () => {
  test('shows its poster immediately, plays when it is converted, and keeps its address and bytes if it is uploaded again', async ({
    ann,
    filesOf,
    get,
    rowOf,
    untilState,
    upload,
    webm,
  }) => {
    const file = webm()
    const media = await upload(file)
    expect(media).toMatchObject({ type: 'video', state: 'converting', width: 320, height: 180 })
    expect((await get(media.poster)).statusCode).toBe(200)
    const { post } = await ann.call('POST /api/posts', {
      body: { postData: { mediaUrl: media.url } },
      headers: { prefer: 'return=minimal' },
    })
    const { poster, preview } = media
    expect(post).toMatchObject({ type: 'video', media: { poster, preview, width: 320, height: 180 } })
    await untilState(media, 'ready')
    const read = await ann.call('GET /api/posts/:postId', { params: { postId: String(post?._id) } })
    expect(read.post.media).toMatchObject({ state: 'ready', poster })
    const served = await get(media.url)
    expect(served.headers['content-type']).toBe('video/mp4')
    expect((await rowOf(media)).bytes).toBe(served.rawPayload.length)
    expect(await filesOf(media)).toEqual(['', '.webp', '.webp.400.jpeg'])
    expect(await upload(file)).toEqual({ ...media, state: 'ready' })
    expect((await get(media.url)).rawPayload.equals(served.rawPayload)).toBe(true)
  })

  test.for([
    ['PQ', hdr('smpte2084')],
    ['PQ with eight bits in H.264', plainHdr('smpte2084')],
    ['HLG with eight bits in H.264', plainHdr('arib-std-b67')],
  ] as const)(
    'of %s plays with the colours of every screen, as its poster shows',
    async ([, output], { directory, get, untilState, upload }) => {
      const media = await upload(await makeVideo({ output, sound: false, seconds: 0.4, ending: 'mp4' }))
      await untilState(media, 'ready')
      const file = join(directory, 'served.mp4')
      await writeFile(file, (await get(media.url)).rawPayload)
      expect(await readColours(file)).toEqual(['yuv420p', 'bt709', 'bt709', 'bt709'])
      const { channels } = await sharp((await get(media.poster)).rawPayload).stats()
      expect(channels[0]?.mean).toBeGreaterThan(HDR_GREY + 20)
    },
  )

  test('is left to the node that converts it, and not served; it is taken over if that node dies, and streams hear of its end', async ({
    address,
    ann,
    get,
    leave,
    onAnotherNode,
    rowOf,
    untilState,
    upload,
    webm,
  }) => {
    const [held, dropped] = [await upload(webm()), await upload(webm())]
    await untilState(held, 'ready')
    await untilState(dropped, 'ready')
    await leave(held, Date.now() + MINUTE, 1)
    const { statusCode, headers } = await get(held.url)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    const { post } = await ann.call('POST /api/posts', {
      body: { postData: { mediaUrl: dropped.url } },
      headers: { prefer: 'return=minimal' },
    })
    await leave(dropped, Date.now() + MINUTE, 1)
    const stream = await openStream(address, ann.token, { watch: [String(post?._id)] })
    const states = () => stream.heard.flatMap(({ name, data }) => (name === 'post' ? [data.edited?.media?.state] : []))
    expect(states().at(-1)).toBe('converting')
    await leave(dropped, Date.now() - 1, 1)
    await onAnotherNode(() => untilState(dropped, 'ready'))
    await expect.poll(() => states().at(-1)).toBe('ready')
    stream.close()
    expect(await rowOf(held)).toMatchObject({ state: 'converting', attempts: 1 })
  })

  test.for([
    ['of its member', WAITING_MAX.ofMember, true],
    ['in all', WAITING_MAX.inAll, false],
  ] as const)(
    'is refused while too many %s wait, and accepted as soon as fewer do',
    async ([, most, isOwn], { app, ann, webm }) => {
      const by = Number(ann._id) as MemberId
      const names = Array.from({ length: most }, (_, index) => `waits${index}.mp4`)
      const claimed = { state: 'converting', claimed_until: Number.MAX_SAFE_INTEGER, created_at: 0 } as const
      const looks = { type: 'video', mime: 'video/mp4', bytes: 1, width: 1, height: 1, preview: '' } as const
      await app.db.write(async (transaction) => {
        const rows = names.map((name) => ({ name, ...looks, ...claimed }))
        await transaction.insertInto('media').values(rows).execute()
        const uploads = names.map((name) => ({ name, member_id: by }))
        if (isOwn) await transaction.insertInto('media_uploaders').values(uploads).execute()
      })
      const file = webm()
      const send = () => ann.send({ ...fileForm(file), url: '/api/media' })
      expect(asRefusal(await send())).toEqual(refusal('unavailable'))
      const remove = (some: readonly string[]) =>
        app.db.write((transaction) => transaction.deleteFrom('media').where('name', 'in', some).execute())
      // Some of other tests may wait too.
      await remove(names.slice(0, 10))
      expect((await send()).status).toBe(201)
      await remove(names)
    },
  )

  test('stays claimed while it is converted, and is converted after a restart meanwhile', async ({
    directory,
    webm,
    task,
    skip,
  }) => {
    // The node that is closed must be the one that converts.
    needsOneProcess({ task, skip })
    const ffmpeg = join(directory, 'ffmpeg')
    await writeFile(ffmpeg, ENDLESS, { mode: 0o755 })
    // The claim is renewed at intervals.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const own = await startTestApp({ ffmpeg })
    try {
      const { url } = await uploadFile(await signUp(own), webm())
      const read = () => own.db.read.selectFrom('media').selectAll().executeTakeFirstOrThrow()
      await expect.poll(async () => (await read()).attempts).toBe(1)
      const claim = (await read()).claimed_until
      vi.advanceTimersByTime(CLAIM_MS / 2)
      // A poll would advance them further.
      vi.useRealTimers()
      await expect.poll(async () => (await read()).claimed_until).toBeGreaterThan(claim)
      await own.app.close()
      expect(await read()).toMatchObject({ state: 'converting', attempts: 0, claimed_until: 0 })
      expect(await own.media.find(url.slice('/media/'.length))).toBe(null)
      const processing = openMediaProcessing(own.db, own.media, own.app.log, findFfmpeg())
      await expect.poll(async () => (await read()).state).toBe('ready')
      await processing.close()
    } finally {
      vi.useRealTimers()
      await own.close()
    }
  })

  test('fails without its source or after too many attempts; another upload starts again', async ({
    app,
    get,
    leave,
    onAnotherNode,
    untilState,
    upload,
    webm,
  }) => {
    const file = webm()
    const [lost, deadly] = [await upload(file), await upload(webm())]
    await untilState(lost, 'ready')
    await untilState(deadly, 'ready')
    await app.media.remove(nameOf(lost))
    await leave(lost, 0, 0)
    await leave(deadly, 0, 3)
    await onAnotherNode(async () => {
      await untilState(lost, 'failed')
      await untilState(deadly, 'failed')
    })
    expect((await get(lost.url)).statusCode).toBe(404)
    expect(await upload(file)).toMatchObject({ url: lost.url, state: 'converting' })
    await untilState(lost, 'ready')
    expect((await get(lost.url)).statusCode).toBe(200)
  })

  test('that another node has converted too is kept, also if that one fails', async ({
    app,
    rowOf,
    untilState,
    upload,
    webm,
  }) => {
    const video = await upload(webm())
    await untilState(video, 'ready')
    const end = (how: Parameters<typeof endConversion>[2]) =>
      app.db.write((transaction) => endConversion(transaction, nameOf(video), how))
    // What a node removes if it hears false.
    expect(await end({ state: 'ready', bytes: 1 })).toBe(true)
    expect(await end({ state: 'failed' })).toBe(false)
    expect((await rowOf(video)).state).toBe('ready')
  })
})
