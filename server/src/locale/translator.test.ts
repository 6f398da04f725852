import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { LOCALES, type Locale } from '@quack/contract/rules/locales'
import { expect, onTestFinished, test } from 'vitest'
import { readCatalogue } from './catalogue.ts'
import { localeOfMember } from './languages.ts'
import { createTranslator } from './translator.ts'

const PRODUCT = join(import.meta.dirname, '../../../translations')
const format = formatter()

/** What Lingui's own reader finds of named messages. */
async function namedOf(directory: string, locale: Locale) {
  const filename = join(directory, `${locale}.po`)
  const catalogue = await format.parse(await readFile(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  const named = Object.entries(catalogue).filter(
    ([id, { message, context }]) => message === undefined || id !== generateMessageId(message, context),
  )
  return Object.fromEntries(named.map(([id, { translation }]) => [id, translation ?? '']))
}

/** A directory with translations into German. */
async function directoryWith(texts: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quack-translations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const entries = Object.entries(texts).map(([id, translation]) => [id, { translation, origin: [['a.ts']] }])
  const context = { locale: 'de', sourceLocale: 'en', filename: 'de.po', existing: '' }
  await writeFile(join(directory, 'de.po'), await format.serialize(Object.fromEntries(entries), context))
  return directory
}

test('named messages are read as Lingui reads them', async () => {
  const files = (await readdir(PRODUCT)).map((name) => name.replace('.po', ''))
  expect(files.toSorted()).toEqual(LOCALES.filter((locale) => locale !== 'en').toSorted())
  for (const locale of LOCALES.filter((each) => each !== 'en')) {
    const named = await namedOf(PRODUCT, locale)
    expect(Object.keys(named).length, locale).toBeGreaterThan(100)
    expect(readCatalogue(PRODUCT, locale), locale).toEqual(named)
  }
  const texts = { 'a.b': 'Quote " and \\ and\nline\ttab', c: 'long '.repeat(60), d: '', e: '“ü鴨”' }
  const directory = await directoryWith(texts)
  expect(readCatalogue(directory, 'de')).toEqual(await namedOf(directory, 'de'))
  expect(readCatalogue(directory, 'de')).toEqual(texts)
})

test('what has no translation is in English, and a value stays as it is', async () => {
  const translator = createTranslator(await directoryWith({ ducks: '{count, plural, one {# Ente} other {# Enten}}' }))
  const ducks = { id: 'ducks', message: '{count, plural, one {# duck} other {# ducks}}' }
  expect(translator('de')(ducks, { count: 1_234 })).toBe('1.234 Enten')
  expect(translator('en')(ducks, { count: 1_234 })).toBe('1,234 ducks')
  expect(translator('fr')(ducks, { count: 1 })).toBe('1 duck')
  expect(translator('de')({ id: 'geese', message: 'Geese of {name}' }, { name: '\\u0041 {b} #' })).toBe(
    'Geese of \\u0041 {b} #',
  )
})

test('the language of a member is the chosen one, else the one seen last, else the one of the operator', () => {
  expect(localeOfMember({ locale: 'de', seen_locale: 'ar' }, 'fr')).toBe('de')
  expect(localeOfMember({ locale: '', seen_locale: 'ar' }, 'fr')).toBe('ar')
  expect(localeOfMember({ locale: '', seen_locale: '' }, 'fr')).toBe('fr')
  // Of a later release.
  expect(localeOfMember({ locale: 'tlh' as Locale, seen_locale: '' }, 'fr')).toBe('fr')
})
