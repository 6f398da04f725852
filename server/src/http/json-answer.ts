import { hash } from 'node:crypto'
import type { MemberId } from '../database/schema.ts'

/**
 * Who may be answered by a plan: every member, or those of whom a function says so. It is asked with each request, and
 * null means that it cannot say at once.
 */
export type Audience = 'members' | ((viewer: MemberId) => boolean | null)

/** How to answer an address again without its handler, and so without any rule in it: `audience` is that rule. */
export interface AnswerPlan {
  readonly audience: Audience
  /** The member whose name is in the address; the plan ends when anything of that member changes. */
  readonly named?: MemberId | undefined
  /** Puts the answer together of what is cached at this moment; null where that is not enough. */
  readonly answer: (viewer: MemberId) => JsonAnswer | null
}

/** An answer that is in JSON already: parts that their schema's serialiser has written. */
export class JsonAnswer {
  /**
   * UTF-8, with one character for each byte. Such a string has the length it is sent with, takes half the room of one
   * with an emoji in it, and goes to the socket in one piece with its headers.
   */
  readonly bytes: string
  /** Names the text: 64 bits of a hash where it was put together, all of one where it was not. */
  readonly etag: string
  readonly plan: AnswerPlan | null

  constructor(bytes: string, etag: string, plan: AnswerPlan | null = null) {
    this.bytes = bytes
    this.etag = etag
    this.plan = plan
  }
}

/** @returns null where the handler has to answer */
export function runPlan({ audience, answer }: AnswerPlan, viewer: MemberId): JsonAnswer | null {
  return audience === 'members' || audience(viewer) === true ? answer(viewer) : null
}

/** As one character for each byte of its UTF-8, in one piece: a serialiser leaves it in as many as it was made from. */
export const toByteString = (text: string): string => Buffer.from(text).toString('latin1')

/** With another part in place of the last one of its kind. @throws RangeError where it has none */
export function replaceLast(bytes: string, part: string, other: string): string {
  const at = bytes.lastIndexOf(part)
  if (at === -1) throw new RangeError(`There is no ${part} to replace.`)
  return bytes.slice(0, at) + other + bytes.slice(at + part.length)
}

/** Names a text by 64 bits of its hash. */
export type Tag = { readonly high: number; readonly low: number }

export function tagOf(text: string): Tag {
  const digest = hash('sha1', text, 'buffer')
  return { high: digest.readInt32LE(0), low: digest.readInt32LE(4) }
}

/** The ETag of what is put together of named parts, in this order: hashing all of it would cost more than making it. */
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

  /** @param rest of what was put together, besides the parts */
  etag(rest = ''): string {
    const names = `${this.#count}-${(this.#high >>> 0).toString(36)}-${(this.#low >>> 0).toString(36)}`
    return `"${names}${rest && `-${rest}`}"`
  }
}
