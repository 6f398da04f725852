/**
 * The sentences of sections of a Markdown specification, in order: a bullet or paragraph is split where a full stop is
 * followed by a new beginning; a row of a table is one sentence, its cells joined by ' — '. Lines that only announce
 * what follows them (`Actions:`), heads of tables and headings say nothing to prove.
 */
export function specSentences(spec: string, sections: readonly number[]): string[] {
  return sections.flatMap((number) => {
    const body = new RegExp(`^## ${number}\\. .*\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(spec)?.[1]
    if (body === undefined) throw new Error(`The specification has no section ${number}`)
    return body.split('\n').flatMap((line, index, lines) => sentencesOfLine(line, lines[index + 1] ?? ''))
  })
}

function sentencesOfLine(line: string, next: string): string[] {
  const text = line.trim().replaceAll('**', '')
  if (text.startsWith('|')) return isRule(text) || isRule(next) ? [] : [cells(text).join(' — ')]
  const words = text.replace(/^- /, '')
  if (words === '' || words.startsWith('#')) return []
  return words.split(/(?<=\.)\s+(?=[A-Z0-9'])/).filter((sentence) => !sentence.endsWith(':'))
}

/** The line under the head of a table. */
function isRule(line: string): boolean {
  return /^\|[\s|:-]+\|$/.test(line.trim())
}

/** The cells of a row of a table. */
export function cells(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}
