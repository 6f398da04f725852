import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'
import { cells } from './spec-sentences.ts'

/** docs/dependencies.md names what is shipped, all of it and nothing else. */
const page = readFileSync(join(ROOT, 'docs', 'dependencies.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => cells(line))

const SHIPPED = {
  root: 'package.json',
  contract: 'contract/package.json',
  server: 'server/package.json',
  web: 'web/package.json',
}
const declared = Object.entries(SHIPPED).flatMap(([where, file]) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { dependencies?: object }
  return Object.keys(dependencies)
    .filter((name) => !name.startsWith('@quack/'))
    .map((name) => `${name} in ${where}`)
})

test('every direct dependency that is shipped has a row with its reason, and no other', () => {
  expect(rows.map(([name = '', where]) => `${name.replaceAll('`', '')} in ${where}`).sort()).toEqual(declared.sort())
  expect(rows.filter(([, , why = '']) => why.length < 10)).toEqual([])
})

test('the number on the page is their number', () => {
  expect(page).toContain(`There are **${declared.length}** of them.`)
})
