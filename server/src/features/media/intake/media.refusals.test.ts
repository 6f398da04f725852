import type { ErrorCode } from '@quack/contract'
import { describeWith } from '@quack/testing/needs'
import { expect } from 'vitest'
import type { Answer } from '../../../../test/client.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { blackPng, brandOnly, manyFrames, manyWebpFrames } from '../../../../test/media-files/bytes.ts'
import { AAC, HEVC, makeVideo } from '../../../../test/media-files/videos.ts'
import { asRefusal, refusal } from '../../../../test/refusals.ts'
import { fileForm, picture, uploadInParts } from '../../../../test/uploads.ts'

const test = base
  // Behaves as if FFmpeg were not installed.
  .extend('options', { scope: 'file' }, () => ({ ffmpeg: null }))
  .extend('inForm', ({ ann }) => {
    return (file: Buffer, who = ann) => who.send({ ...fileForm(file), url: '/api/media' })
  })
  /** @returns what makes media of a file that has arrived in parts */
  .extend('inParts', ({ ann }) => async (file: Buffer): Promise<() => Promise<Answer<unknown>>> => {
    const id = await uploadInParts(ann, file)
    return () => ann.send({ method: 'POST', url: `/api/uploads/${id}/finish` })
  })
  /**
   * Sends more pictures concurrently than may wait. As soon as one of them is refused, it sends the end of an upload
   * and another member's picture.
   */
  .extend('crowdIn', ({ bob, inForm, inParts }) => async (round: number) => {
    const finish = await inParts(
      await picture(50 + round, 40)
        .png()
        .toBuffer(),
    )
    const file = await picture(41, 30 + round)
      .png()
      .toBuffer()
    // Something to wait for.
    const first = Array.from({ length: 4 }, () => inForm(blackPng(7_000, 7_000 - round, 8)))
    let late: ReturnType<typeof finish> | undefined
    let ofOther: ReturnType<typeof finish> | undefined
    const crowd = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await inForm(file)
        if (answer.status === 503) {
          late ??= finish()
          ofOther ??= inForm(file, bob)
        }
        return answer
      }),
    )
    for (const { status } of await Promise.all(first)) expect(status).toBe(201)
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([201, 503]))
    const refused = crowd.find(({ status }) => status === 503)
    expect(refused && asRefusal(refused)).toEqual(refusal('unavailable'))
    expect(refused?.headers['retry-after']).toBe('2')
    // The member who fills the queue loses a place to a member who has none in it.
    expect((await ofOther)?.status).toBe(201)
    return { finish, late: await late }
  })

describeWith('ffmpeg', 'media that are refused, in a form and at the end of an upload', () => {
  test.for<[string, ErrorCode, () => Buffer | Promise<Buffer>]>([
    ['a picture of too many pixels', 'mediaTooDemanding', () => blackPng(7_100, 7_100, 1)],
    ['a picture that is too tall', 'pictureTooLong', () => blackPng(1, 20_001, 1)],
    ['a picture that is too wide', 'pictureTooLong', () => blackPng(20_001, 1, 1)],
    ['an animation of too many pictures', 'mediaTooDemanding', () => manyFrames(10, 10, 2_000)],
    ['a GIF of too many pixels in all its pictures', 'mediaTooDemanding', () => manyFrames(300, 300, 600)],
    ['a WebP of too many pixels in all its pictures', 'mediaTooDemanding', () => manyWebpFrames(300, 300, 600)],
    ['HEIC', 'heicRefused', () => brandOnly('heic')],
    [
      'HEVC where it cannot be converted',
      'videoFormatRefused',
      () => makeVideo({ output: [...HEVC, ...AAC], seconds: 0.2, ending: 'mp4' }),
    ],
  ])('%s: %s', async ([_, code, make], { inForm, inParts }) => {
    const file = await make()
    expect(asRefusal(await inForm(file))).toEqual(refusal(code))
    const finish = await inParts(file)
    expect(asRefusal(await finish())).toEqual(refusal(code))
    // Sending the same bytes again cannot help: they are gone.
    expect(asRefusal(await finish())).toEqual(refusal('uploadUnknown'))
  })

  test('are refused if too many of one member wait, but not those of others, and accepted again afterwards', async ({
    crowdIn,
  }) => {
    let { finish, late } = await crowdIn(0)
    // On a busy machine the crowd can be gone before the end of the upload arrives.
    for (let round = 1; round < 8 && late?.status === 201; round++) ({ finish, late } = await crowdIn(round))
    expect(late && asRefusal(late)).toEqual(refusal('unavailable'))
    expect((await finish()).status).toBe(201)
  })
})
