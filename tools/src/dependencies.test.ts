import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cells } from './markdown-table.ts'
import { ROOT } from './run.ts'

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

test('every package that is shipped has a row among the advisories, of the version in the lock, and no other', () => {
  const advisories = readFileSync(join(ROOT, 'docs', 'advisories.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => cells(line))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean; link?: boolean }>
  }
  const shipped = Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`)
  expect(advisories.map(([name = '', version]) => `${name.replaceAll('`', '')} ${version}`).sort()).toEqual(
    [...new Set(shipped)].sort(),
  )
  expect(advisories.filter(([, , finding = '']) => finding.length < 10)).toEqual([])
})
