import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'
import { createCaches, statsOf } from '../../server/src/caches.ts'
import { InvalidationLog, KINDS } from '../../server/src/database/invalidation-log.ts'
import { ROW_INVALIDATIONS } from '../../server/src/database/row-invalidations.ts'
import { REMOVALS } from '../../server/src/features/account/removal.steps.ts'

/** Links, paths and script names in documents must exist. Only files that git knows or would add are checked. */
const documents = git('ls-files', '--cached', '--others', '--exclude-standard', '*.md').filter((path) =>
  existsSync(join(ROOT, path)),
)
const tree = new Set(git('ls-files', '--cached', '--others', '--exclude-standard'))
const { scripts, workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  workspaces: string[]
}
const topFolders = [...workspaces, 'docs', 'deploy', '.ci']

test('no document has a broken link', () => {
  const broken = inDocuments((text, document) => {
    const targets = matches(text, /\]\(([^)\s]+)\)/g).filter((target) => !/^(https?:|mailto:|#)/.test(target))
    return targets.filter((target) => !existsSync(join(ROOT, dirname(document), target.replace(/#.*$/, ''))))
  })
  expect(broken).toEqual([])
})

test('documents name paths that exist', () => {
  expect(inDocuments((text) => paths(text).filter((path) => !isInTree(path)))).toEqual([])
})

test('documents name scripts that exist', () => {
  const unknown = inDocuments((text) => {
    const named = [...matches(text, /\bnpm run ([\w:-]+)/g), ...matches(text, /\bnpm (start|test)\b/g)]
    return named.filter((name) => !(name in scripts))
  })
  expect(unknown).toEqual([])
})

test('the walk of a request in ARCHITECTURE.md goes through files that exist', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const walk = /## The life of a request\n([\s\S]*?)\n## /.exec(text)?.[1] ?? ''
  const files = matches(walk, /`([\w./-]+\.tsx?)`/g)
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !tree.has(file))).toEqual([])
})

test('docs/dependencies.md names what is shipped, and from which workspace', () => {
  const text = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const named = [...text.matchAll(/^\| `([^`]+)` \| (\w+) \|/gm)].map(([, name, where]) => `${where}: ${name}`)
  const shipped = ['root', 'contract', 'server', 'web'].flatMap((where) => {
    const file = join(ROOT, where === 'root' ? '' : where, 'package.json')
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
    return Object.keys(dependencies).map((name) => `${where}: ${name}`)
  })
  expect(named).toEqual(shipped.filter((name) => !name.includes('@quack/')))
})

test('docs/scaling.md says by which column each table is spread over shards', () => {
  const text = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8')
  const section = /## In shards\n([\s\S]*?)\nWhat crosses shards/.exec(text)?.[1] ?? ''
  const named = matches(section, /`([a-z_]+)`/g)
  const others = Object.keys(ROW_INVALIDATIONS).filter((table) => !(table in REMOVALS))
  expect(others.filter((table) => !named.includes(table))).toEqual([])
})

test('docs/caching.md names each cache and each kind of invalidation', () => {
  const text = readFileSync(join(ROOT, 'docs/caching.md'), 'utf8')
  const section = /## What is cached\n([\s\S]*?)\n## /.exec(text)?.[1] ?? ''
  const caches = [...statsOf(createCaches(new InvalidationLog())).keys()]
  expect(matches(section, /^\| (\w+) \| `/gm).toSorted()).toEqual(caches.toSorted())
  const named = matches(section, /`([a-zA-Z]+)`/g)
  expect(KINDS.filter((kind) => kind !== 'everything' && !named.includes(kind))).toEqual([])
})

/** What is wrong in each document, after the document's name. */
function inDocuments(find: (text: string, document: string) => string[]): string[] {
  return documents.flatMap((document) =>
    find(readFileSync(join(ROOT, document), 'utf8'), document).map((wrong) => `${document}: ${wrong}`),
  )
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '')
}

/** Texts in backticks that begin with one of `topFolders`. */
function paths(text: string): string[] {
  return matches(text, /`([\w.@*{}-]+\/[\w./@*{},:-]*)`/g).filter((path) =>
    topFolders.some((folder) => path.startsWith(`${folder}/`)),
  )
}

/** True for a file, for a folder, and for a pattern with `*` that matches at least one file. */
function isInTree(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(ROOT, path))
  const pattern = new RegExp(`^${path.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}$`)
  return [...tree].some((file) => pattern.test(file))
}
