import type { MemberId } from '../../database/schema.ts'

type Data<Value> = Value extends MemberId ? never : Value extends string | number | boolean | null ? Value : never

/**
 * A key names an answer that the caches may have, the same for any viewer. It is data alone, and of members it has only
 * the one whose name is in the address: with a function, a viewer or what a viewer does not see, it does not compile.
 */
export type AnswerKey<Key> = { readonly named?: MemberId | undefined } & {
  readonly [Name in Exclude<keyof Key, 'named'>]: Data<Key[Name]>
}

/** A serialised answer: of one piece, or assembled from parts. */
export class JsonAnswer<Key = unknown> {
  /**
   * UTF-8 with one character per byte (latin1). Its length is the content length, it uses half the memory of a string
   * with an emoji, and Node writes it to the socket together with the headers.
   */
  readonly bytes: string
  /** A full hash of the text; from the caches, 64 bits mixed from the hashes of the parts. Empty if none is sent. */
  readonly etag: string
  /** Null if only the handler can answer the same address again. */
  readonly key: Key | null

  constructor(bytes: string, etag: string, key: Key | null = null) {
    this.bytes = bytes
    this.etag = etag
    this.key = key
  }
}

/** UTF-8 with one character per byte. The result is flat, while a serialiser's string is a rope of its parts. */
export const toByteString = (text: string): string => Buffer.from(text).toString('latin1')

/** Replaces the last occurrence of a part. @throws RangeError if there is none */
export function replaceLast(bytes: string, part: string, other: string): string {
  const at = bytes.lastIndexOf(part)
  if (at === -1) throw new RangeError(`There is no ${part} to replace.`)
  return bytes.slice(0, at) + other + bytes.slice(at + part.length)
}
