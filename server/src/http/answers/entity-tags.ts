import { hash } from 'node:crypto'

/**
 * Whether a client that sends this `If-None-Match` already has the version with this tag (RFC 9110, 13.1.2). Tags are
 * compared weakly: a proxy that compresses an answer makes its tag weak.
 * @param etag a strong tag, without a comma
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
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
