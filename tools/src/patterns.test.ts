import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMs, LONG, PAINS, SOON } from '@quack/testing/redos-inputs'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'
import { splitLinks } from '../../web/src/ui/text/split-links.ts'

/** Every regular expression in code that processes requests, as it is written there. */
function patternsIn(folder: string): { file: string; pattern: RegExp }[] {
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(
        /(?<=[(=,:?&|!\s[]\s*)\/((?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n*\\[])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])*)\/([dgimsuvy]*)(?=[.,)\s\]])/g,
      ),
    ].flatMap(([, source = '', flags = '']) => {
      try {
        return [{ file, pattern: new RegExp(source, flags.replace(/[gy]/g, '')) }]
      } catch {
        return []
      }
    }),
  )
}

const PATTERNS = [...patternsIn('server'), ...patternsIn('contract'), ...patternsIn('web')]

test('there are patterns to test', () => {
  expect(PATTERNS.length).toBeGreaterThan(30)
})

test.each(PATTERNS.map(({ file, pattern }) => ({ file, pattern })))('$pattern of $file is quick', ({ pattern }) => {
  const started = process.threadCpuUsage()
  for (const pain of PAINS) {
    const text = pain.repeat(LONG / pain.length)
    for (const attempt of [text, `${text}!`, `!${text}`, `a${text}\0`]) pattern.test(attempt)
  }
  expect(cpuMs(started)).toBeLessThan(SOON)
})

test.each([')', '.', '](', '!)'])('an address that goes on with %s is split into links in linear time', (mark) => {
  const started = process.threadCpuUsage()
  splitLinks(`https://example.com/${mark.repeat(100_000)} end`)
  // Quadratic work on so many characters takes minutes.
  expect(cpuMs(started)).toBeLessThan(SOON)
})
