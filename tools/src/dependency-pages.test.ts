import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readAudit } from './dependencies/audit.ts'
import { advisoryLines, dependencyLines, fillPage, findingOf, type Notes, pruneNotes } from './dependencies/pages.ts'
import { keyOf, type Lock, listShipped, readDirectDependencies, readLock } from './dependencies/shipped.ts'
import { NOTES, PAGES } from './dependency-pages.ts'

describe('the pages of dependencies', () => {
  const notes = JSON.parse(readFileSync(NOTES, 'utf8')) as Notes
  const direct = readDirectDependencies()
  const shipped = listShipped(readLock())

  test('match package.json, the lock file and the notes; `npm run docs:dependencies` writes them', () => {
    const [dependencies, advisories] = [PAGES.dependencies, PAGES.advisories].map((page) => readFileSync(page, 'utf8'))
    expect(dependencies).toBe(fillPage(dependencies ?? '', dependencyLines(direct, shipped, notes)))
    expect(advisories).toBe(fillPage(advisories ?? '', advisoryLines(shipped, notes)))
  })

  test('give a reason for every direct dependency, and a licence and a finding for every package', () => {
    expect(direct.filter(({ name }) => (notes.reasons[name] ?? '').length < 10)).toEqual([])
    expect(shipped.filter((each) => !each.licence && !notes.licences[keyOf(each)])).toEqual([])
    expect(shipped.filter((each) => (findingOf(each, notes) ?? '').length < 10)).toEqual([])
  })

  test('have no notes on what is not shipped', () => {
    expect(pruneNotes(notes, direct, shipped)).toEqual(notes)
  })
})

describe('an audit', () => {
  const lock: Lock = {
    '': { version: '0.1.0' },
    'node_modules/one': { version: '1.0.0', license: 'MIT' },
    'node_modules/two': { version: '2.0.0', license: 'MIT' },
    'node_modules/two/node_modules/one': { version: '0.9.0', license: 'MIT' },
    'node_modules/tool': { version: '3.0.0', license: 'MIT', dev: true },
  }

  test('is read by package and version: its own advisories, and those of its dependencies', () => {
    const advisory = { title: 'Reads too far', url: 'https://example.com/1', severity: 'high' }
    const vulnerabilities = {
      one: { via: [advisory], nodes: ['node_modules/two/node_modules/one'] },
      two: { via: ['one'], nodes: ['node_modules/two'] },
    }
    expect(readAudit(JSON.stringify({ vulnerabilities }), lock, '2026-01-31')).toEqual({
      date: '2026-01-31',
      findings: {
        'one 0.9.0': 'high: Reads too far (https://example.com/1)',
        'one 1.0.0': 'nothing found',
        'two 2.0.0': 'through `one`',
      },
    })
  })

  test.each([
    ['a registry that refuses it', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }), '405'],
    ['no network', JSON.stringify({ message: 'request to the registry failed' }), 'request to the registry failed'],
    ['no output', '', 'no answer'],
  ])('says so, and finds nothing, with %s', (_, output, refusal) => {
    expect(readAudit(output, lock, '2026-01-31')).toEqual({ date: '2026-01-31', refusal })
  })

  test('of an earlier lock file says nothing about a new version', () => {
    const audit = readAudit(JSON.stringify({ vulnerabilities: {} }), lock, '2026-01-31')
    const checked = { name: 'one', version: '1.0.0', licence: 'MIT' }
    expect(findingOf(checked, { audit, lookups: {} })).toBe('2026-01-31: npm audit: nothing found')
    expect(findingOf({ ...checked, version: '1.0.1' }, { audit, lookups: {} })).toBeNull()
    const lookups = { 'one 1.0.1': '2026-02-01: searched, nothing found' }
    expect(findingOf({ ...checked, version: '1.0.1' }, { audit, lookups })).toBe('2026-02-01: searched, nothing found')
  })
})
