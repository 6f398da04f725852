import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeLog } from '../database/changes.ts'
import { Kept } from './kept.ts'
import type { Sources } from './sources.ts'
import type { Viewer } from './viewer.ts'

/** All kept answers together, in bytes. */
const BYTES_MAX = 16 * 2 ** 20

const JSON_TYPE = 'application/json; charset=utf-8'

export interface ReadAnswer {
  readonly body: Buffer | string
  readonly etag: string
}

export interface KeptAnswer extends ReadAnswer {
  /** Outside the heap, where collecting garbage does not move it. */
  readonly body: Buffer
}

/** Answers as they were sent, by viewer and address. */
export class KeptAnswers {
  readonly answers: Kept<KeptAnswer>

  constructor(log: ChangeLog) {
    this.answers = new Kept(log, BYTES_MAX)
  }

  find(viewer: Viewer | null, url: string): KeptAnswer | null {
    return this.answers.find(keyOf(viewer, url))?.value ?? null
  }

  /** @param isCheap as Kept has it */
  admits(viewer: Viewer | null, url: string, isCheap: boolean): boolean {
    return this.answers.admits(keyOf(viewer, url), isCheap)
  }

  keep(viewer: Viewer | null, url: string, answer: KeptAnswer, sources: Sources, position: number): void {
    sources.freeze()
    this.answers.keep(keyOf(viewer, url), answer, answer.body.byteLength, sources.concerns, position)
  }
}

const keyOf = (viewer: Viewer | null, url: string): string => `${viewer?.id ?? ''} ${url}`

/** For one reader's own cache, which asks each time whether it still holds. */
export function sendRead(request: FastifyRequest, reply: FastifyReply, { body, etag }: ReadAnswer): FastifyReply {
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(JSON_TYPE).send(body)
}
