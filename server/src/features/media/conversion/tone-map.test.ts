import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeWith } from '@quack/testing/needs'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { test as base } from '../../../../test/fixtures.ts'
import { readColours as coloursOf, H264, HDR_GREY, hdr, makeVideo } from '../../../../test/media-files/videos.ts'
import { type RunLimits, runFfmpeg } from './ffmpeg.ts'
import { readColours, runWithToneMap } from './tone-map.ts'
import { conversionOf, posterOf } from './video-commands.ts'

const AMPLE: RunLimits = { processorTime: 600, time: 600_000, niceness: 0 }
const ORDINARY = ['yuv420p', 'bt709', 'bt709', 'bt709']

/** An FFmpeg that was built without the library. */
const WITHOUT_ZSCALE = `#!/bin/sh
case "$*" in *zscale*) exit 1 ;; esac
exec ffmpeg "$@"
`

const test = base
  /** Converts a video as an upload is, also its poster. */
  .extend('convert', ({ directory }) => async (video: Buffer, program = 'ffmpeg') => {
    const [file, target, poster] = ['source', 'made.mp4', 'poster.png'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(file, video)
    const filters: string[] = []
    const start = (args: readonly string[]) => runFfmpeg(program, args, AMPLE)
    const job = { file, container: 'mp4', width: 320, height: 180, duration: 0.4 } as const
    const conversion = await runWithToneMap(start, job, (toneMap) => {
      filters.push(...toneMap)
      return conversionOf({ ...job, target, toneMap })
    })
    expect(conversion).toBeNull()
    expect(await runWithToneMap(start, job, (toneMap) => posterOf({ ...job, target: poster, toneMap }))).toBeNull()
    // From memory: of a path that it has read before, sharp may remember the content.
    const { channels } = await sharp(await readFile(poster)).stats()
    return { filters, colours: await coloursOf(target), grey: channels.map(({ mean }) => Math.round(mean)) }
  })

const makeHdr = (output: readonly string[]) => makeVideo({ output, seconds: 0.4, sound: false, ending: 'mp4' })

describeWith('ffmpeg', 'a video', () => {
  test('of PQ or HLG gets the colours and the brightness of every screen, also if it tells nothing but that', async ({
    convert,
  }) => {
    for (const isTold of [true, false]) {
      const pq = await convert(await makeHdr(hdr('smpte2084', { isTold })))
      expect(pq.colours).toEqual(ORDINARY)
      // Of the white of a page, 10 % are left for what is brighter.
      for (const mean of pq.grey) expect(Math.abs(mean - 235), `PQ: ${pq.grey}`).toBeLessThan(6)
    }
    const hlg = await convert(await makeHdr(hdr('arib-std-b67')))
    expect(hlg.colours).toEqual(ORDINARY)
    for (const mean of hlg.grey) expect(Math.abs(mean - 204), `HLG: ${hlg.grey}`).toBeLessThan(6)
  })

  test('of PQ is at least named what it then is where FFmpeg cannot do more', async ({ convert, directory }) => {
    const program = join(directory, 'ffmpeg')
    await writeFile(program, WITHOUT_ZSCALE, { mode: 0o755 })
    const { colours, grey } = await convert(await makeHdr(hdr('smpte2084')), program)
    expect(colours).toEqual(ORDINARY)
    for (const mean of grey) expect(Math.abs(mean - HDR_GREY), `${grey}`).toBeLessThan(5)
  })

  test('of ordinary brightness stays as it is', async ({ convert }) => {
    const { filters } = await convert(await makeVideo({ output: [...H264], sound: false, seconds: 0.4, ending: 'mp4' }))
    expect(filters).toEqual([])
  })
})

describe('what FFmpeg says of a frame', () => {
  test('names its colours, or that it knows none', () => {
    const line = (rest: string) => `[Parsed_showinfo_0 @ 0x1] color_range:tv ${rest}\nOutput #0, null`
    expect(readColours(line('color_space:bt2020nc color_primaries:bt2020 color_trc:arib-std-b67'))).toEqual({
      transfer: 'arib-std-b67',
      primaries: 'bt2020',
      matrix: 'bt2020nc',
    })
    expect(readColours(line('color_space:unknown color_primaries:unknown color_trc:smpte2084'))).toEqual({
      transfer: 'smpte2084',
      primaries: '',
      matrix: '',
    })
    expect(readColours('Output #0, null')).toBeNull()
  })
})
