import { fileURLToPath } from 'node:url'
import { setupI18n } from '@lingui/core'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import type { TextMessage } from '@quack/contract/calls/notification-text'
import type { Locale } from '@quack/contract/rules/locales'
import { readCatalogue } from './catalogue.ts'

export type Values = Readonly<Record<string, string | number>>

/** Puts a message into a language. */
export type Say = (message: TextMessage, values?: Values) => string

export type Translator = (locale: Locale) => Say

const TRANSLATIONS = fileURLToPath(new URL('../../../translations', import.meta.url))

/** What has no translation is in English. Each language is read when it is asked for the first time. */
export const translator = createTranslator(TRANSLATIONS)

/** @param directory has a catalogue for each language */
export function createTranslator(directory: string): Translator {
  const known = new Map<Locale, Say>()
  return (locale) => {
    const say = known.get(locale) ?? createSay(locale, locale === 'en' ? {} : readCatalogue(directory, locale))
    known.set(locale, say)
    return say
  }
}

/** For `Intl`. English dates and numbers are those of the United States. */
export const intlLocale = (locale: Locale): string => (locale === 'en' ? 'en-US' : locale)

function createSay(locale: Locale, catalogue: Record<string, string>): Say {
  const i18n = setupI18n({ locale, locales: intlLocale(locale), messages: { [locale]: catalogue } })
  i18n.setMessagesCompiler(parse)
  return (message, values = {}) => {
    const text = i18n._({ ...message, values: mapText(values, (value) => value.replaceAll('\\', BACKSLASH)) })
    return text.replaceAll(BACKSLASH, '\\')
  }
}

/** Stands for one in a value: Lingui takes `\u202e` for an escape there too. A character for private use. */
const BACKSLASH = '\ue00f'

function mapText(values: Values, change: (text: string) => string): Values {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]))
}

/** The messages are constants, so each is parsed once. */
const parsed = new Map<string, CompiledMessage>()

function parse(message: string): CompiledMessage {
  const known = parsed.get(message)
  if (known !== undefined) return known
  const result = compileMessage(message)
  parsed.set(message, result)
  return result
}
