const LINES = 14
/** About what fits into a line of the narrowest usual screen. */
const CHARACTERS = 40

/** Whether a text is so long that a list shows only its beginning. An estimate: measuring would move the page. */
export function isLong(text: string): boolean {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS)), 0)
  return lines > LINES * 1.5
}
