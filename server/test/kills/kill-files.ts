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
  // Generating noise takes longer than encoding it, so all pictures have the same, below stripes that differ.
  const [width, height, stripe] = [1_200, 900, 16]
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const pixels = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .raw()
    .toBuffer()
  const shade = () => random.int(256)
  let count = 0
  return {
    picture() {
      const photo = Buffer.from(pixels)
      for (let row = 0; row < 3 * stripe; row += stripe) {
        photo.fill(Buffer.from([shade(), shade(), shade()]), 3 * width * row, 3 * width * (row + stripe))
      }
      return sharp(photo, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer()
    },
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
