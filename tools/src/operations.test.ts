import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** The variables that configure the server. config.ts alone reads them. */
const source = read('server/src/config/config.ts')
const known = new Set([
  ...matches(source, /\b(?:text|address|oneOf|whole)\('([A-Z][A-Z0-9_]+)'/g),
  ...matches(source, /'(S3_[A-Z_]+)'/g),
])

test('docs/operations.md lists every variable of the configuration, and no other', () => {
  const section = /## Configuration\n([\s\S]*?)\n## /.exec(read('docs/operations.md'))?.[1] ?? ''
  const documented = matches(section, /^\| `([A-Z][A-Z0-9_]+)`/gm)
  expect(known.size).toBeGreaterThan(10)
  expect(documented.toSorted()).toEqual([...known].sort())
})

test('the files for an installation set only variables that exist', () => {
  const set = [
    ...matches(read('compose.yaml'), /^ {6}([A-Z][A-Z0-9_]+):/gm),
    ...matches(read('deploy/compose.yaml'), /^ {4}([A-Z][A-Z0-9_]+):/gm),
    ...matches(read('Dockerfile'), /\b([A-Z][A-Z0-9_]+)=/g),
    ...matches(read('deploy/quack.service'), /\b([A-Z][A-Z0-9_]+)=/g),
  ].filter((name) => !/^(NODE_ENV|POSTGRES_.*)$/.test(name))
  expect(set.length).toBeGreaterThan(5)
  expect(set.filter((name) => !known.has(name))).toEqual([])
})

test('the files for an installation name only files that exist', () => {
  const service = matches(read('deploy/quack.service'), /\/opt\/quack\/((?:server|docs)\S+)/g)
  const copied = matches(read('Dockerfile'), /^COPY (?!--from)((?:[\w./-]+ )+)/gm).flatMap((paths) =>
    paths.trim().split(' '),
  )
  expect(service.length).toBeGreaterThan(1)
  expect([...service, ...copied].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  // The client is built with them, and the server reads them.
  expect(copied.filter((path) => path === 'translations')).toHaveLength(2)
})

test.each([
  ['deploy/nginx.conf', (name: string) => `proxy_set_header ${name} `],
  ['deploy/haproxy.cfg', (name: string) => `http-request (set|del)-header ${name}( |$)`],
])('%s passes on no header with which a client could fake its address or host', (file, directive) => {
  const text = read(file)
  const passed = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded'].filter(
    (name) => !new RegExp(`^ +${directive(name)}`, 'm').test(text),
  )
  expect(passed).toEqual([])
})

test('docs/operations.md has every command of the admin command line', () => {
  const commands = ['member', 'other', 'mail'].flatMap((name) =>
    matches(read(`server/src/admin/${name}.commands.ts`), /\bname: '([\w-]+)'/g),
  )
  const text = read('docs/operations.md')
  expect(commands.filter((name) => !text.includes(`| \`${name}`))).toEqual([])
})
