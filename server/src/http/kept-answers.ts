import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeLog } from '../database/changes.ts'
import type { MemberId } from '../database/schema.ts'
import type { Sources } from './sources.ts'
import type { Viewer } from './viewer.ts'

/** All kept answers together, in bytes: the home feeds of 5,000 readers. */
const BYTES_MAX = 64 * 2 ** 20
/** What an answer takes besides its body and its key, about. */
const ENTRY_BYTES = 1_000
/** Cursors in an answer say an instant that must not be too long ago, in milliseconds. */
const AGE_MAX = 10 * 60_000

const JSON_TYPE = 'application/json; charset=utf-8'

export interface Kept {
  readonly body: Buffer
  readonly etag: string
  readonly sources: Sources
  readonly madeAt: number
  readonly bytes: number
  /** Nothing that concerns it has happened up to here. */
  position: number
}

/**
 * Answers as they were sent, by viewer and address. One is sent again while no change since it was made concerns what
 * it was made of; the change log proves that, so that a kept answer is what the queries would give.
 */
export class KeptAnswers {
  readonly #log: ChangeLog
  readonly #answers = new Map<string, Kept>()
  #bytes = 0
  hits = 0
  misses = 0

  constructor(log: ChangeLog) {
    this.#log = log
  }

  get entries(): number {
    return this.#answers.size
  }
  get bytes(): number {
    return this.#bytes
  }

  /** To be read before the first query of an answer that is to be kept. */
  get position(): number {
    return this.#log.position
  }

  find(viewer: Viewer | null, url: string): Kept | null {
    const key = keyOf(viewer?.id ?? null, url)
    const kept = this.#answers.get(key)
    if (kept) {
      if (this.holds(kept)) {
        this.hits++
        return kept
      }
      this.#drop(key, kept)
    }
    this.misses++
    return null
  }

  /** Whether it is still what would be made anew. */
  holds(kept: Kept): boolean {
    const position = this.#log.position
    const isQuiet = this.#log.isQuiet(kept.position, position, kept.sources.concerns)
    if (isQuiet) kept.position = position
    return isQuiet && Date.now() - kept.madeAt < AGE_MAX
  }

  keep(sources: Sources, url: string, body: Buffer, position: number): Kept {
    sources.freeze()
    const key = keyOf(sources.viewer, url)
    const bytes = body.byteLength + 2 * key.length + ENTRY_BYTES
    const kept = { body, etag: `"${hash('sha1', body, 'base64url')}"`, sources, madeAt: Date.now(), bytes, position }
    const former = this.#answers.get(key)
    if (former) this.#drop(key, former)
    this.#answers.set(key, kept)
    this.#bytes += bytes
    // The oldest go first: what is asked for often is made again soon.
    for (const [oldest, entry] of this.#answers) {
      if (this.#bytes <= BYTES_MAX) break
      this.#drop(oldest, entry)
    }
    return kept
  }

  #drop(key: string, kept: Kept): void {
    this.#answers.delete(key)
    this.#bytes -= kept.bytes
  }
}

const keyOf = (viewer: MemberId | null, url: string): string => `${viewer ?? ''} ${url}`

/** For one reader's own cache, which asks each time whether it still holds. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { body, etag }: Kept): FastifyReply {
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(JSON_TYPE).send(body)
}
