import { directionOf, type Locale } from '@quack/contract/rules/locales'
import { type Compiled, type Language, type Part, textOf } from './messages.ts'

type Translated = Exclude<Locale, 'en'>

const CATALOGUES: Readonly<Record<Translated, () => Promise<{ messages: Readonly<Record<string, Compiled>> }>>> = {
  ar: () => import('../../../translations/ar.po'),
  de: () => import('../../../translations/de.po'),
  es: () => import('../../../translations/es.po'),
  fa: () => import('../../../translations/fa.po'),
  fr: () => import('../../../translations/fr.po'),
  he: () => import('../../../translations/he.po'),
  hi: () => import('../../../translations/hi.po'),
  it: () => import('../../../translations/it.po'),
  ja: () => import('../../../translations/ja.po'),
  ko: () => import('../../../translations/ko.po'),
  nl: () => import('../../../translations/nl.po'),
  pl: () => import('../../../translations/pl.po'),
  'pt-BR': () => import('../../../translations/pt-BR.po'),
  tr: () => import('../../../translations/tr.po'),
  uk: () => import('../../../translations/uk.po'),
  'zh-Hans': () => import('../../../translations/zh-Hans.po'),
}

/** What English does not need, so that it does not load it. */
export async function loadLanguage(locale: Translated): Promise<Language> {
  const { messages } = await CATALOGUES[locale]()
  return { locale, messages, ...(directionOf(locale) === 'rtl' && { isolate }) }
}

/**
 * What is written from right to left, with each name and number keeping its direction to itself, and the sign before a
 * username or hashtag with it. Elements are left alone: they see to it themselves.
 */
export function isolate(parts: readonly Part[]): readonly Part[] {
  const isPlain = (part: Part | undefined): part is { value: unknown } =>
    part !== undefined && 'value' in part && (typeof part.value === 'string' || typeof part.value === 'number')
  return parts.map((part, at) => {
    if ('text' in part) return isPlain(parts[at + 1]) ? { text: part.text.replace(SIGN, '') } : part
    if (!isPlain(part)) return part
    const before = parts[at - 1]
    const [sign = ''] = (before && 'text' in before && SIGN.exec(before.text)) || []
    return { value: `\u2068${sign}${textOf(part)}\u2069` }
  })
}

const SIGN = /[@#]$/
