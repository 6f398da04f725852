import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion } from './entity-tags.ts'
import { JsonAnswer, toByteString } from './json-answer.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Only the client itself may cache the answer, and it revalidates it each time. */
export const READ_HEADERS = { 'cache-control': 'private, no-cache', vary: 'authorization' } as const

/** An answer that was not assembled from caches. Its ETag is a hash of the text. */
export function hashedAnswer(json: string): JsonAnswer {
  return new JsonAnswer(toByteString(json), `"${hash('sha1', json, 'base64url')}"`)
}

export function sendRead(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: JsonAnswer): FastifyReply {
  reply.headers(READ_HEADERS).header('etag', etag)
  if (hasVersion(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendJson(reply, { bytes })
}

export function sendJson(reply: FastifyReply, { bytes }: Pick<JsonAnswer, 'bytes'>): FastifyReply {
  return reply.type(JSON_TYPE).send(Buffer.from(bytes, 'latin1'))
}
