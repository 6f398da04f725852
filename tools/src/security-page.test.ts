import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'
import { readProofs, titlesIn } from './proofs.ts'

/** Each attack in docs/security.md names a test, which exists. */
const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')
const rows = readProofs(page.slice(page.indexOf('## Attack list')))
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

test('each test that the page names exists', () => {
  const proofs = Map.groupBy(
    rows.flatMap((row) => row.proofs),
    ({ file }) => file,
  )
  expect(proofs.size).toBeGreaterThan(50)
  const missing = [...proofs].flatMap(([file, named]) => {
    const titles = existsSync(join(ROOT, file)) ? titlesIn(readFileSync(join(ROOT, file), 'utf8')) : new Set()
    return named.filter(({ title }) => !titles.has(title)).map(({ title }) => `${file}: ${title}`)
  })
  expect(missing).toEqual([])
})
