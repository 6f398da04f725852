import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Files that no encoder writes, assembled from bytes. */

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A black PNG with one channel, which is small as a file. @param depth bits per pixel */
export function blackPng(width: number, height: number, depth: 1 | 8, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[12] = isInterlaced ? 1 : 0
  const line = 1 + Math.ceil((width * depth) / 8)
  const pixels = deflateSync(Buffer.alloc(isInterlaced ? 2 * line * height : line * height), { level: 1 })
  return pngOfChunks(header, pixels)
}

/** A PNG whose header states this size, with almost no pixels. */
export function hollowPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 6
  return pngOfChunks(header, deflateSync(Buffer.alloc(64)))
}

function pngOfChunks(header: Buffer, pixels: Buffer): Buffer {
  const end = pngChunk('IEND', Buffer.alloc(0))
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), pngChunk('IDAT', pixels), end])
}

/** A GIF with frames of one pixel on a canvas of this size. A decoder fills the canvas for each frame. */
export function manyFrames(width: number, height: number, frames: number): Buffer {
  const head = Buffer.alloc(19)
  head.write('GIF89a', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  head[10] = 0x80
  head.set([0, 0, 0, 255, 255, 255], 13)
  // Dispose to the background, wait 50 ms; one pixel in the corner.
  const frame = (index: number) => {
    const bytes = Buffer.from('21f9040805000000' + '2c000000000100010000' + '02024c01' + '00', 'hex')
    // Each differs from the one before, because equal frames would be merged.
    bytes.writeUInt16LE(index % 2, 9)
    return bytes
  }
  return Buffer.concat([head, ...Array.from({ length: frames }, (_, index) => frame(index)), Buffer.from(';')])
}

/** An animated WebP with frames of one pixel on a canvas of this size. */
export async function manyWebpFrames(width: number, height: number, frames: number): Promise<Buffer> {
  const white = { create: { width: 1, height: 1, channels: 3, background: '#fff' } } as const
  const still = await sharp(white).webp({ lossless: true }).toBuffer()
  // After the file's header comes one chunk, which is the pixel.
  const pixel = still.subarray(12)
  const canvas = Buffer.alloc(10)
  canvas[0] = 0x02
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  // In the corner, of one pixel, for 50 ms; dispose to the background.
  const place = Buffer.alloc(16)
  place.writeUIntLE(50, 12, 3)
  place[15] = 0x01
  const frame = webpChunk('ANMF', Buffer.concat([place, pixel]))
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    webpChunk('VP8X', canvas),
    webpChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ])
  return webpChunk('RIFF', body)
}

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A JPEG whose header states another size than it has. */
export function resizedHeader(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  for (let at = 2; at < copy.length; at += 2 + copy.readUInt16BE(at + 2)) {
    const marker = copy[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc3) {
      copy.writeUInt16BE(height, at + 5)
      copy.writeUInt16BE(width, at + 7)
      return copy
    }
  }
  throw new Error('This JPEG has no frame header.')
}

/** The start of an ISO base media file with this brand, without content. */
export function brandOnly(brand: string): Buffer {
  const box = Buffer.alloc(24)
  box.writeUInt32BE(24, 0)
  box.write(`ftyp${brand}`, 4, 'latin1')
  box.write(`mif1${brand}`, 16, 'latin1')
  return Buffer.concat([box, Buffer.alloc(200)])
}

/** A file padded to this size. Bytes after the end of a picture are ignored. */
export function paddedTo(file: Buffer, bytes: number): Buffer {
  return Buffer.concat([file, Buffer.alloc(bytes - file.length)])
}
