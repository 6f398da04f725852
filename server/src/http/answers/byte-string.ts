/** UTF-8 with one character per byte. The result is flat, while a serialiser's string is a rope of its parts. */
export const toByteString = (text: string): string => Buffer.from(text).toString('latin1')

/** Replaces the last occurrence of a part. @throws RangeError if there is none */
export function replaceLast(bytes: string, part: string, other: string): string {
  const at = bytes.lastIndexOf(part)
  if (at === -1) throw new RangeError(`There is no ${part} to replace.`)
  return bytes.slice(0, at) + other + bytes.slice(at + part.length)
}
