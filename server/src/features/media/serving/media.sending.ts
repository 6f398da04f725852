import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion } from '../../../http/answers/entity-tags.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { ByteRange, MediaStore } from '../store/media-store.ts'

const PUBLIC = 'public, max-age=31536000, immutable'

export interface SentFile {
  readonly name: string
  readonly mime: string
  /**
   * For how many seconds the file may be cached if its address is signed; null for an address that everyone may have.
   */
  readonly signedFor: number | null
}

/**
 * Sends a stored file, or one range of it. Its name is derived from its content, so the content under a name never
 * changes, and the name serves as ETag.
 * @throws mediaUnknown, rangeUnknown
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  store: MediaStore,
  { name, mime, signedFor }: SentFile,
): Promise<FastifyReply> {
  const etag = `"${name}"`
  const found = await store.find(name)
  if (found === null) throw new AppError('mediaUnknown')
  reply
    .header('cache-control', signedFor === null ? PUBLIC : `private, max-age=${signedFor}, immutable`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
  if (hasVersion(request.headers['if-none-match'], etag)) return reply.code(304).send()

  const { bytes } = found
  const isSameFile = (request.headers['if-range'] ?? etag) === etag
  const range = isSameFile ? readRange(request.headers.range, bytes) : null
  if (range === 'outside') {
    reply.header('content-range', `bytes */${bytes}`)
    throw new AppError('rangeUnknown')
  }
  reply.type(mime).header('content-length', range ? range.end - range.start + 1 : bytes)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
  if (request.method === 'HEAD') return reply.send('')
  const content = await store.open(name, range ?? undefined)
  if (content === null) throw new AppError('mediaUnknown')
  return reply.send(content)
}

/** Null for the whole file. RFC 9110 allows that answer to several ranges and to invalid ones. */
function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start < bytes ? { start, end } : 'outside'
}
