import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describeWith } from '@quack/testing/needs'
import { expect } from 'vitest'
import { test } from '../../../../test/fixtures.ts'
import { AAC, H264, makeVideo } from '../../../../test/media-files/videos.ts'
import type { MemberId } from '../../../database/schema.ts'
import { createFairLimit } from '../../../http/limits/fair-limit.ts'
import { openMediaProcessing } from '../media.processing.ts'
import { receiveMedia } from './media.service.ts'

const VIDEOS = 3

describeWith('ffmpeg', 'posters', () => {
  test('of videos that arrive together are made a few at a time', async ({ app, ann, directory }) => {
    const [ffmpeg, log] = [join(directory, 'ffmpeg'), join(directory, 'log')]
    await writeFile(ffmpeg, `#!/bin/sh\necho begin >>${log}\nffmpeg "$@"\necho end >>${log}\n`, { mode: 0o755 })
    const processing = openMediaProcessing(app.db, app.media, app.app.log, ffmpeg)
    const intake = { ...processing, posters: createFairLimit<MemberId | null>(1, VIDEOS) }
    try {
      const clip = await makeVideo({ output: [...H264, ...AAC], seconds: 0.4, ending: 'mp4' })
      await Promise.all(
        Array.from({ length: VIDEOS }, (_, index) => {
          // A box at the end that players skip makes each a video of its own.
          const file = Buffer.concat([clip, Buffer.from([0, 0, 0, 9]), Buffer.from('free'), Buffer.from([index])])
          return receiveMedia(intake, Number(ann._id) as MemberId, 'post', Readable.from(file), () => false)
        }),
      )
      expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual(Array(VIDEOS).fill(['begin', 'end']).flat())
    } finally {
      await processing.close()
    }
  })
})
