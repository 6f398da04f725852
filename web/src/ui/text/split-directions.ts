import { partsOf } from '@quack/contract/rules/references'
import type { TextPart } from './split-links.ts'

/** Successive paragraphs of a text that have the same direction, each with the line break that ends it. */
export interface Block {
  /** The offset in the text. */
  at: number
  dir: 'ltr' | 'rtl'
  parts: TextPart[]
}

/** What is written from right to left. Of the letters, these are exactly the strong ones of Unicode. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LETTER = /[\p{L}\u200e\u200f]/u

/** The blocks of a text; null if nothing in it is written from right to left, so that it needs none. */
export function splitDirections(parts: readonly TextPart[]): Block[] | null {
  if (!parts.some(({ text }) => RIGHT_TO_LEFT.test(text))) return null
  const blocks: Block[] = []
  let isDirected = false
  for (const line of breakLines(splitNames(parts))) {
    const dir = directionOf(line)
    const last = blocks.at(-1)
    // A line without a direction, such as an empty one, has that of the line before; at the start, of the next one.
    if (last && (dir === null || dir === last.dir || !isDirected)) {
      for (const part of line) append(last.parts, part)
      last.dir = dir ?? last.dir
    } else {
      blocks.push({ at: line[0]?.at ?? 0, dir: dir ?? 'ltr', parts: line })
    }
    isDirected ||= dir !== null
  }
  return blocks
}

/**
 * Where something is written from right to left, names are parts of their own also if they are no links: each keeps its
 * direction to itself, with its sign before it.
 */
export function splitNames(parts: readonly TextPart[]): readonly TextPart[] {
  if (!parts.some(({ text }) => RIGHT_TO_LEFT.test(text))) return parts
  return parts.flatMap((part) => {
    if (!isPlain(part)) return [part]
    let { at } = part
    return partsOf(part.text).map(({ kind, text }) => {
      const piece: TextPart = { text, at, ...(kind !== 'plain' && { isName: true }) }
      at += text.length
      return piece
    })
  })
}

/** No link contains a line break. */
function breakLines(parts: readonly TextPart[]): TextPart[][] {
  const lines: TextPart[][] = [[]]
  for (const part of parts) {
    let { at } = part
    for (const text of part.text.split(/(?<=\n)/)) {
      lines.at(-1)?.push({ ...part, text, at })
      at += text.length
      if (text.endsWith('\n')) lines.push([])
    }
  }
  return lines.filter((line) => line.length > 0)
}

/**
 * As `dir="auto"`: the first letter that is not isolated decides. A line of links alone has the direction of their
 * letters.
 */
function directionOf(line: readonly TextPart[]): Block['dir'] | null {
  for (const part of line) {
    const [letter] = (isPlain(part) && LETTER.exec(part.text)) || []
    if (letter !== undefined) return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
  }
  return line.some(({ text }) => RIGHT_TO_LEFT.test(text)) ? 'rtl' : null
}

function append(parts: TextPart[], part: TextPart): void {
  const last = parts.at(-1)
  if (last && isPlain(last) && isPlain(part)) last.text += part.text
  else parts.push(part)
}

function isPlain({ href, to, isName = false }: TextPart): boolean {
  return href === undefined && to === undefined && !isName
}
