import { hash } from 'node:crypto'
import type { MemberId } from '../database/schema.ts'

/**
 * Who may be answered by a plan: every member, or those for whom a function returns true. The function is called for
 * each request. It returns null if it cannot decide synchronously; then the handler answers.
 */
export type Audience = 'members' | ((viewer: MemberId) => boolean | null)

/**
 * How to answer an address again without its handler. Access rules in the handler do not run, so `audience` has them.
 */
export interface AnswerPlan {
  readonly audience: Audience
  /** The member whose name is in the address. A change of that member's data invalidates the plan. */
  readonly named?: MemberId | undefined
  /** Assembles the answer from the caches; null if a part is not cached. */
  readonly answer: (viewer: MemberId) => JsonAnswer | null
}

/** A serialised answer, assembled from parts that were serialised by their schemas. */
export class JsonAnswer {
  /**
   * UTF-8 with one character per byte (latin1). Its length is the content length, it uses half the memory of a string
   * with an emoji, and Node writes it to the socket together with the headers.
   */
  readonly bytes: string
  /** A full hash of the text; for an assembled answer, 64 bits mixed from the hashes of its parts. */
  readonly etag: string
  readonly plan: AnswerPlan | null

  constructor(bytes: string, etag: string, plan: AnswerPlan | null = null) {
    this.bytes = bytes
    this.etag = etag
    this.plan = plan
  }
}

/** @returns null if the handler has to answer */
export function runPlan({ audience, answer }: AnswerPlan, viewer: MemberId): JsonAnswer | null {
  return audience === 'members' || audience(viewer) === true ? answer(viewer) : null
}

/** UTF-8 with one character per byte. The result is flat, while a serialiser's string is a rope of its parts. */
export const toByteString = (text: string): string => Buffer.from(text).toString('latin1')

/** Replaces the last occurrence of a part. @throws RangeError if there is none */
export function replaceLast(bytes: string, part: string, other: string): string {
  const at = bytes.lastIndexOf(part)
  if (at === -1) throw new RangeError(`There is no ${part} to replace.`)
  return bytes.slice(0, at) + other + bytes.slice(at + part.length)
}

/** 64 bits of a text's hash. */
export type Tag = { readonly high: number; readonly low: number }

export function tagOf(text: string): Tag {
  const digest = hash('sha1', text, 'buffer')
  return { high: digest.readInt32LE(0), low: digest.readInt32LE(4) }
}

/**
 * The ETag of an assembled answer, from the tags of its parts in order. Hashing the text would cost more than assembly.
 */
export class EtagBuilder {
  #high = 0
  #low = 0
  #count = 0

  add({ high, low }: Tag): this {
    this.#high = Math.imul(this.#high ^ high, 0x9e3779b1)
    this.#low = Math.imul(this.#low ^ low, 0x85ebca6b) ^ (this.#high >>> 15)
    this.#count++
    return this
  }

  /** @param rest distinguishes answers with the same parts */
  etag(rest = ''): string {
    const names = `${this.#count}-${(this.#high >>> 0).toString(36)}-${(this.#low >>> 0).toString(36)}`
    return `"${names}${rest && `-${rest}`}"`
  }
}
