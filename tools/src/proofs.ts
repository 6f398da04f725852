/** A claim of a document, and the tests that it names as proof. */
export interface ProvenRow {
  readonly subject: string
  readonly proofs: readonly { readonly file: string; readonly title: string }[]
}

/** The rows of a page's tables: the claim in the first cell, and in the last one proofs of the form `file`: title. */
export function readProofs(page: string): ProvenRow[] {
  return page
    .split('\n')
    .filter((line, at, lines) => line.startsWith('|') && !line.startsWith('|---') && !lines[at + 1]?.startsWith('|---'))
    .map((line) => {
      const [subject = '', ...rest] = cells(line)
      const proved = rest.at(-1) ?? ''
      const proofs = proved.split('<br>').flatMap((proof) => {
        const [, file, title] = /^`([^`]+)`: (.+)$/.exec(proof) ?? []
        return file === undefined || title === undefined ? [] : [{ file, title }]
      })
      return { subject, proofs }
    })
}

/** The titles of the tests in a source file; those of `test.each` with their placeholders. */
export function titlesIn(source: string): Set<string> {
  const calls = source.matchAll(/(?:\b(?:test|it)\(|\)\()\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)")/g)
  return new Set([...calls].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1')))
}

/** The cells of a row of a Markdown table. */
export function cells(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}
