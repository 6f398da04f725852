import type { UploadedMedia } from '@quack/contract'
import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import type { Answer, Client } from './client.ts'

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

/** A PNG of exactly this size, because bytes after the end of a picture are ignored. */
export async function pngOf(bytes: number): Promise<Buffer> {
  const png = await picture().png().toBuffer()
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)])
}

export const mediaOf = ({ body }: Answer<unknown>) => (body as { media: UploadedMedia }).media

/** Uploads a file as browsers do if it is small. @param purpose a query: `?for=avatar` */
export async function uploadFile(member: Client, file: Buffer, purpose = ''): Promise<UploadedMedia> {
  const answer = await member.send({ ...fileForm(file), url: `/api/media${purpose}` })
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return mediaOf(answer)
}

/** Headers of the tus protocol: of each request, and of one with a part of the file. */
export const TUS = { 'tus-resumable': '1.0.0' }
export const PART_TYPE = { 'content-type': 'application/offset+octet-stream' }

/** Sends a whole file by the tus protocol. @returns the id of the upload, which still has to be finished */
export async function uploadInParts(member: Client, file: Buffer): Promise<string> {
  const created = await member.send({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...TUS, 'upload-length': String(file.length) },
  })
  const url = String(created.headers.location)
  const headers = { ...TUS, ...PART_TYPE, 'upload-offset': '0' }
  const sent = await member.send({ method: 'PATCH', url, headers, payload: file })
  if (sent.status !== 204) throw new Error(`The upload was answered ${sent.status}.`)
  return url.slice('/api/uploads/'.length)
}
