import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toWebsite } from '@quack/contract/text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeDevice } from '../../src/features/sessions/device.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { signUp, type TestMember } from '../members.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Milliseconds; a pattern that backtracks takes minutes for these. */
const SOON = 5_000
/** No header is longer, and no text of a member. */
const LONG = 16_000
const PAINS = [
  'a',
  '0',
  ' ',
  '.',
  '-',
  '@',
  '/',
  '%',
  '\\',
  '\n',
  'a.',
  'a@',
  ' ,',
  '=1',
  '%2',
  '://',
  'http://',
  '"',
  "'",
  '<',
  '(',
]

/** Every pattern in code that runs on what a request brings, as it stands there. */
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

test('there are patterns to try', () => {
  expect(PATTERNS.length).toBeGreaterThan(30)
})

test.each(PATTERNS.map(({ file, pattern }) => ({ file, pattern })))('$pattern of $file is quick', ({ pattern }) => {
  const started = performance.now()
  for (const pain of PAINS) {
    const text = pain.repeat(LONG / pain.length)
    for (const attempt of [text, `${text}!`, `!${text}`, `a${text}\0`]) pattern.test(attempt)
  }
  expect(performance.now() - started).toBeLessThan(SOON)
})

test('functions on what members write are quick', () => {
  const started = performance.now()
  for (const pain of PAINS) {
    toWebsite(pain.repeat(LONG))
    describeDevice(pain.repeat(LONG))
  }
  expect(performance.now() - started).toBeLessThan(SOON)
})

let app: TestApp
let ann: TestMember
beforeAll(async () => {
  app = await startTestApp()
  ann = await signUp(app)
})
afterAll(() => app.close())

test('so are the schemas of the contract', async () => {
  const started = performance.now()
  for (const pain of PAINS) {
    const text = pain.repeat(4_000 / pain.length)
    const form = { username: text, firstName: text, lastName: text, email: text, password: text, avatarURL: text }
    expect((await app.visitor.send({ method: 'POST', url: '/api/auth/signup', payload: form })).status).toBe(422)
    await ann.send({ method: 'POST', url: '/api/users/edit', payload: { userData: { website: text } } })
    await ann.send({ url: `/api/posts?cursor=${encodeURIComponent(text.slice(0, 3_000))}` })
    await ann.send({ url: '/api/posts', headers: { prefer: text.replace(/[\n\\]/g, 'x').slice(0, 10_000) } })
  }
  expect(performance.now() - started).toBeLessThan(SOON * 4)
})
