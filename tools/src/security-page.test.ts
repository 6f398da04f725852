import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { describe, expect, test } from 'vitest'
import { readProofs, titlesIn } from './proofs.ts'

/** Each attack in docs/security.md names a test, which exists. */
const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')
const rows = readProofs(page.slice(page.indexOf('## Attack list')))
const files = [...new Set(rows.flatMap(({ proofs }) => proofs.map(({ file }) => file)))]
/** Threats that the list must contain. */
const THREATS = [
  ...['injection', 'mass assignment', 'broken object', 'none', 'brute force', 'enumeration', 'XSS', 'CSRF'],
  ...['clickjacking', 'path traversal', 'slow requests', 'oversized', 'ReDoS'],
]

test('the attack list has a row for each threat, and a proof in each row', () => {
  expect(rows.filter(({ proofs }) => proofs.length === 0).map(({ subject }) => subject)).toEqual([])
  const subjects = rows.map(({ subject }) => subject.toLowerCase())
  expect(THREATS.filter((threat) => !subjects.some((subject) => subject.includes(threat.toLowerCase())))).toEqual([])
})

describe.each(files)('%s', (file) => {
  test('exists, with every test that the page names', () => {
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    const titles = titlesIn(readFileSync(join(ROOT, file), 'utf8'))
    const named = rows.flatMap(({ proofs }) => proofs.filter((proof) => proof.file === file))
    expect(named.map(({ title }) => title).filter((title) => !titles.has(title))).toEqual([])
  })
})
