import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readProofs, titlesIn } from './proofs.ts'
import { ROOT } from './run.ts'
import { specSentences } from './spec-sentences.ts'

/** The sections whose every sentence a person can see kept or broken. */
const SECTIONS = [2, 4, 5, 9]
/** It is handed to us beside the repository, and is no part of it. */
const SPEC = join(ROOT, '..', 'shared', 'spec.md')
/** Fewer rows than this is not our page, whatever else holds. */
const FEWEST_ROWS = 100

const rows = readProofs(readFileSync(join(ROOT, 'docs', 'spec-coverage.md'), 'utf8'))
const files = [...new Set(rows.flatMap(({ proofs }) => proofs.map(({ file }) => file)))]

test('the page has a row for each sentence, and a proof in each row', () => {
  expect(rows.length).toBeGreaterThanOrEqual(FEWEST_ROWS)
  expect(rows.filter(({ proofs }) => proofs.length === 0).map(({ subject }) => subject)).toEqual([])
})

describe.each(files)('%s', (file) => {
  test('is there, with every test that the page names', () => {
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    const titles = titlesIn(readFileSync(join(ROOT, file), 'utf8'))
    const named = rows.flatMap(({ proofs }) => proofs.filter((proof) => proof.file === file))
    expect(named.map(({ title }) => title).filter((title) => !titles.has(title))).toEqual([])
  })
})

test.runIf(existsSync(SPEC))('the rows are the sentences of the specification, to the letter and in order', () => {
  expect(rows.map(({ subject }) => subject)).toEqual(specSentences(readFileSync(SPEC, 'utf8'), SECTIONS))
})

test('sentences are found in bullets, paragraphs and tables', () => {
  const spec =
    '## 1. A\nNot me.\n\n## 2. B\n| Route | Content |\n|---|---|\n| / | Home |\n\n### C\nOne (a. b). Two:\n' +
    "Texts are 'No.' and 'Yes'. Three.\n- **Four**: five. 6 sixes.\n  - seven;\n\n## 3. D\nNor me.\n"
  expect(specSentences(spec, [2])).toEqual([
    '/ — Home',
    'One (a. b).',
    "Texts are 'No.' and 'Yes'.",
    'Three.',
    'Four: five.',
    '6 sixes.',
    'seven;',
  ])
})
