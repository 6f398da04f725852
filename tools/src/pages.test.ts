import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'

/** They declare pages, and link to none. */
const DECLARING = /\.test\.tsx?$|page-paths\.ts$|web\/src\/paths\.ts$|previews\.routes\.ts$/

test('each page is linked from a screen, or a mail', () => {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !DECLARING.test(file),
  )
  const text = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const linked = new Set(Array.from(text.matchAll(/\b(?:paths|PAGE_PATHS)\.(\w+)/g), ([, name]) => name))
  expect(Object.keys(PAGE_PATHS).filter((name) => !linked.has(name))).toEqual([])
})
