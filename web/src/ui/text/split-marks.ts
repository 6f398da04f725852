/** From `start` to before `end` in a text. */
export interface Mark {
  readonly start: number
  readonly end: number
}

export interface MarkedPart {
  readonly text: string
  readonly isMarked: boolean
  /** The offset in the text. */
  readonly at: number
}

/**
 * Splits a text at its marks, which are in order and do not overlap.
 * @param start the offset of the text in the longer one that the marks are for
 */
export function splitMarks(text: string, marks: readonly Mark[], start = 0): MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  const add = (end: number, isMarked: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), isMarked, at: start + at })
    at = Math.max(at, end)
  }
  for (const mark of marks) {
    add(Math.min(mark.start - start, text.length), false)
    add(Math.min(mark.end - start, text.length), true)
  }
  add(text.length, false)
  return parts
}
