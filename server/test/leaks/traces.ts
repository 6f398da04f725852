import { textTrace } from './unseen.ts'

/** All by which an answer could name something: each text as a whole, its parts, and what is read out of cursors. */
export function tracesIn(value: unknown, found = new Set<string>(), isCursor = false): Set<string> {
  if (typeof value === 'string') addTraces(value, found, isCursor)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) tracesIn(each, found, isCursor || /cursor$/i.test(key))
  }
  return found
}

function addTraces(text: string, found: Set<string>, isCursor: boolean): void {
  // Topics in any spelling. Ids are digits, or have capitals.
  found.add(text).add(text.toLowerCase())
  for (const [, number = ''] of text.matchAll(/Text (\d+) of/g)) found.add(textTrace(number))
  for (const [tag] of text.matchAll(/#[a-z]+/gi)) found.add(tag.toLowerCase())
  if (text.includes('/')) for (const part of text.split(/[/?#&="\s]|comment-/)) found.add(part).add(part.toLowerCase())
  if (isCursor) for (const part of text.split('.')) addDecoded(part, found)
}

/** What a part of a cursor could stand for: a number in any base, or an encoded text. */
function addDecoded(part: string, found: Set<string>): void {
  found.add(part)
  for (const base of [10, 16, 32, 36]) found.add(String(Number.parseInt(part, base)))
  for (const encoding of ['hex', 'base64url'] as const) {
    for (const word of Buffer.from(part, encoding)
      .toString()
      .split(/[^\w-]/))
      found.add(word).add(word.toLowerCase())
  }
}
