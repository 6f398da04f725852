import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion } from './entity-tags.ts'
import { JsonAnswer, toByteString } from './json-answer.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** For one reader's own cache, which asks each time whether it still holds. */
export const READ_HEADERS = { 'cache-control': 'private, no-cache', vary: 'authorization' } as const

/** An answer that no cache had a part in, named by all of its hash. */
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
