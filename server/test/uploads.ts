import type { InjectOptions } from 'fastify'
import sharp from 'sharp'

/** A multipart form as browsers send it, with one file. */
export function fileForm(file: Buffer, filename = 'photo.png', field = 'file'): InjectOptions {
  const boundary = 'quack-test-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    method: 'POST',
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** A small picture of one colour. */
export function picture(width = 30, height = 20) {
  return sharp({ create: { width, height, channels: 3, background: '#f2b705' } })
}

/** A PNG of exactly so many bytes: what stands after the end of the picture is no part of it. */
export async function pngOf(bytes: number): Promise<Buffer> {
  const png = await picture().png().toBuffer()
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)])
}
