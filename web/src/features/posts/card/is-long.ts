const LINES = 14
/** Approximate characters per line on a narrow phone. */
const CHARACTERS = 40

/** Whether a list shows only the beginning of a text. An estimate: measuring it would shift the layout. */
export function isLong(text: string): boolean {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS)), 0)
  return lines > LINES * 1.5
}
