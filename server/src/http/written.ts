import { hash } from 'node:crypto'

/** An answer that is in JSON already: what its schema's serialiser has written, put together. */
export class Written {
  readonly json: string
  /** Names the text: 64 bits of a hash where it was put together, all of one where it was not. */
  readonly etag: string

  constructor(json: string, etag: string) {
    this.json = json
    this.etag = etag
  }
}

export const hashed = (json: string): Written => new Written(json, `"${hash('sha1', json, 'base64url')}"`)

/** Names a text by 64 bits of its hash. */
export interface Tag {
  readonly high: number
  readonly low: number
}

export function tagOf(text: string): Tag {
  const digest = hash('sha1', text, 'buffer')
  return { high: digest.readInt32LE(0), low: digest.readInt32LE(4) }
}

/** The name of what was put together of named parts, in this order: hashing all of it would cost more than making it. */
export function etagOfParts(tags: readonly Tag[], rest = ''): string {
  let [high, low] = [tags.length, rest.length]
  for (const tag of tags) {
    high = Math.imul(high ^ tag.high, 0x9e3779b1)
    low = Math.imul(low ^ tag.low, 0x85ebca6b) ^ (high >>> 15)
  }
  return `"${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}${rest && `-${rest}`}"`
}
