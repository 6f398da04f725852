import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'
import { ROW_INVALIDATIONS } from '../../server/src/database/row-invalidations.ts'

/** docs/tables.md says of each table which folders write it. */

const FEATURES = join(ROOT, 'server/src/features')
/** Of any table, they delete what belongs to a member, or has expired, or fill an empty installation. */
const OF_ALL = ['account', 'cleanup', 'demo']
/** Statements whose table is a parameter, by their file. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'likes/likes.queries.ts': ['likes', 'dislikes'],
  'mentions/mentions.queries.ts': ['post_mentions', 'comment_mentions'],
  'search/search-index.ts': [],
  'search/search-index.queries.ts': ['search_posts', 'search_people'],
  'versions/records/keep-version.queries.ts': ['post_versions', 'comment_versions'],
}

const BUILDER = /\.(?:insertInto|updateTable|deleteFrom)\(\s*(?:'(\w+)(?: as \w+)?'|([\w.]+))/g
const TEMPLATE = /`[^`]*`/g
const WRITTEN = /\b(?:insert (?:or replace )?into ([a-z_]+|\$)|delete from ([a-z_]+|\$)|update ([a-z_]+|\$\S+) set\b)/g

function* writes(): Generator<readonly [table: string, folder: string]> {
  for (const entry of readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })) {
    const [folder = ''] = entry.split('/')
    if (!entry.endsWith('.ts') || entry.endsWith('.test.ts') || OF_ALL.includes(folder)) continue
    const text = readFileSync(join(FEATURES, entry), 'utf8')
    for (const table of PARAMETERS[entry] ?? []) yield [table, folder]
    for (const [, table, parameter] of text.matchAll(BUILDER)) {
      yield* written(entry, table ?? `$${parameter}`)
    }
    for (const [template] of text.matchAll(TEMPLATE)) {
      for (const [, ...tables] of template.matchAll(WRITTEN)) yield* written(entry, tables.find(Boolean) ?? '')
    }
  }
}

function* written(file: string, table: string): Generator<readonly [table: string, folder: string]> {
  if (!table.startsWith('$')) yield [table, file.split('/')[0] ?? '']
  else if (!(file in PARAMETERS)) throw new Error(`${file} writes a table that this test does not know.`)
}

function documented(): Map<string, string[]> {
  const rows = readFileSync(join(ROOT, 'docs/tables.md'), 'utf8').matchAll(/^\| (`.+?`) \|.*\| ([\w, -]+) \|$/gm)
  return new Map(
    Array.from(rows).flatMap(([, names = '', folders = '']) =>
      Array.from(names.matchAll(/`(\w+)`/g), ([, table = '']) => [table, folders.split(', ').toSorted()] as const),
    ),
  )
}

test('docs/tables.md names every table, and the folders that write it', () => {
  const written = new Map<string, Set<string>>()
  for (const [table, folder] of writes()) written.set(table, (written.get(table) ?? new Set()).add(folder))
  const actual = Array.from(written, ([table, folders]) => [table, [...folders].toSorted()] as const)
  expect(Object.fromEntries(documented())).toEqual(Object.fromEntries(actual))
  expect(Object.keys(ROW_INVALIDATIONS).filter((table) => !documented().has(table))).toEqual([])
})
