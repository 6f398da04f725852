import type { Random } from '@quack/testing/random'
import sharp from 'sharp'
import { AAC, H264, HEVC, makeVideo } from '../media-files/videos.ts'

/** Files to upload. Each has a different content. */
export interface Files {
  picture(): Promise<Buffer>
  /** Half of them have to be converted. */
  video(): Promise<Buffer>
}

export async function makeFiles(random: Random): Promise<Files> {
  const plain = await makeVideo({ output: [...H264, ...AAC], ending: 'mp4', seconds: 2 })
  const foreign = await makeVideo({ output: [...HEVC, ...AAC], ending: 'mp4', seconds: 3, size: '640x360' })
  const shade = () => random.int(256)
  let count = 0
  return {
    picture: () =>
      sharp({
        create: {
          width: 1_600,
          height: 1_200,
          channels: 3,
          background: { r: shade(), g: shade(), b: shade() },
          noise: { type: 'gaussian', mean: 128, sigma: 20 },
        },
      })
        .jpeg({ quality: 90 })
        .toBuffer(),
    async video() {
      // A `free` box at the end, which players skip, makes the content different.
      const skipped = Buffer.alloc(16)
      skipped.writeUInt32BE(16, 0)
      skipped.write('free', 4, 'latin1')
      skipped.writeUInt32BE(++count, 8)
      return Buffer.concat([random.chance(0.5) ? plain : foreign, skipped])
    },
  }
}
