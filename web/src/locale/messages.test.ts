import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { directionOf, LOCALES, type Locale } from '@quack/contract/rules/locales'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CatalogueEntry, readCatalogue } from '../../build/messages.ts'
import { isolate } from './catalogues.ts'
import { type Compiled, messageKey, say, setLanguage, translate } from './messages.ts'

const TRANSLATIONS = join(import.meta.dirname, '../../../translations')
const NUMBERS = [0, 1, 2, 5, 21, 100, 1_234_567]
const NAMES = ['Ann', 'Wolfeschlegelsteinhausenbergerdorff-Nachname', 'آن', "a <0>b</0> {c} 'd' #"]
/** Around values in texts that are written from right to left. */
const ISOLATES = /[\u2068\u2069]/g

afterEach(() => setLanguage({ locale: 'en', messages: {} }))

const read = (locale: Locale): Promise<CatalogueEntry[]> => {
  const file = join(TRANSLATIONS, `${locale}.po`)
  return readCatalogue(readFileSync(file, 'utf8'), file)
}

/** Numbers and names for all placeholders, which may be of either kind. */
const valuesFor = (number: number, name: string, names: readonly string[], counts: ReadonlySet<string>) =>
  Object.fromEntries(names.map((each) => [each, counts.has(each) ? number : name]))

/** The placeholders of a parsed message, and those of them that are numbers. */
function placeholdersOf(message: unknown, names = new Set<string>(), counts = new Set<string>()) {
  for (const token of Array.isArray(message) ? message : []) {
    if (!Array.isArray(token)) continue
    const [name, format, choices] = token as [string, string?, Record<string, unknown>?]
    names.add(name)
    if (format !== undefined && format !== 'select') counts.add(name)
    for (const choice of Object.values(choices ?? {})) placeholdersOf(choice, names, counts)
  }
  return { names: [...names], counts }
}

describe.each(LOCALES.filter((locale) => locale !== 'en'))('in %s', (locale) => {
  test('every message is translated, and reads as Lingui reads it, with odd values', async () => {
    const entries = await read(locale)
    expect(entries.length).toBeGreaterThan(1_000)
    expect(entries.filter(({ translation }) => translation === '').map(({ english }) => english)).toEqual([])
    const messages = Object.fromEntries(entries.map(({ key, translation }) => [key, compileMessage(translation)]))
    const lingui = setupI18n({ locale, messages: { [locale]: messages } })
    const isRightToLeft = directionOf(locale) === 'rtl'
    setLanguage({ locale, messages: messages as Record<string, Compiled>, ...(isRightToLeft && { isolate }) })
    for (const { key, english, translation } of entries) {
      const wanted = placeholdersOf(compileMessage(english))
      const { names } = placeholdersOf(compileMessage(translation))
      expect(wanted.names, `${english}: ${translation}`).toEqual(expect.arrayContaining(names))
      for (const [index, number] of NUMBERS.entries()) {
        const values = valuesFor(number, NAMES[index % NAMES.length] ?? '', wanted.names, wanted.counts)
        const text = translate({ id: key, message: english }, values).replaceAll(ISOLATES, '')
        expect(text, english).toBe(lingui._(key, values).replaceAll(ISOLATES, ''))
        expect(text, english).not.toMatch(/undefined|NaN|\{\w+\}(?<!\{c\})/)
      }
    }
  })
})

test('English reads as Lingui reads it', async () => {
  const lingui = setupI18n({ locale: 'en', locales: 'en-US', messages: { en: {} } })
  for (const { english } of await read('de')) {
    const compiled = compileMessage(english)
    const { names, counts } = placeholdersOf(compiled)
    for (const number of NUMBERS) {
      const values = valuesFor(number, 'Ann', names, counts)
      expect(say(compiled as Compiled, values)).toBe(lingui._({ id: english, message: compiled as never, values }))
    }
  }
})

test('a text before its language is known is refused', async () => {
  vi.resetModules()
  const fresh = await import('./messages.ts')
  expect(() => fresh.say('Post')).toThrow('before its language is known')
})

test('a message has the key of its text, with its context', () => {
  expect(messageKey(['Post'])).toBe(messageKey('Post'))
  expect(messageKey('Post', 'verb')).not.toBe(messageKey('Post'))
})

test('from right to left, a name keeps its sign, and its direction to itself', () => {
  setLanguage({ locale: 'ar', messages: {}, isolate })
  expect(say(['Post by @', ['name'], ', ', ['count', 'number']], { name: 'ann', count: 5 })).toBe(
    'Post by \u2068@ann\u2069, \u20685\u2069',
  )
})
