import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '../../database/schema.ts'
import type { Hidden } from '../../reading/hidden.ts'
import { HEADERS } from '../raw/headers.ts'
import type { AnswerPlans, PlannedRoute } from './answer-plans.ts'
import { hasVersion } from './entity-tags.ts'
import { JsonAnswer, toByteString } from './json-answer.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Only the client itself may cache the answer, and it revalidates it each time. */
export const READ_HEADERS = { 'cache-control': 'private, no-cache', vary: 'authorization' } as const

/**
 * With the end of a session: the browser deletes what it keeps of the member's answers. Not "storage": what the member
 * has not sent is in it, and waits for the next log-in.
 */
export const FORGET_ANSWERS = { 'clear-site-data': '"cache"' } as const

const COMMON = Object.entries({ ...HEADERS, ...READ_HEADERS }).flat()

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

/** How a read of our own answers from the caches. */
export interface CachedRead<Key> {
  readonly plans: AnswerPlans
  /** @returns null if the handler has to answer */
  find(key: Key, viewer: MemberId, hidden: Hidden): JsonAnswer | null
}

/** As sendRead, without the framework. */
export function directRead<Key>({ plans, find }: CachedRead<Key>): PlannedRoute<Key> {
  return {
    plans,
    find(key, { request, viewer, hidden }) {
      const answer = find(key, viewer.id, hidden)
      if (!answer) return null
      const { bytes, etag } = answer
      return (response, limit) => {
        if (hasVersion(request.headers['if-none-match'], etag)) {
          response.writeHead(304, [...COMMON, ...limit, 'etag', etag]).end()
          return 304
        }
        const of = ['etag', etag, 'content-type', JSON_TYPE, 'content-length', String(bytes.length)]
        response.writeHead(200, [...COMMON, ...limit, ...of]).end(bytes, 'latin1')
        return 200
      }
    },
  }
}
