import type { Locale } from '@quack/contract/rules/locales'
import type { Compiled } from './messages.ts'

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

export const loadMessages = async (locale: Translated): Promise<Readonly<Record<string, Compiled>>> =>
  (await CATALOGUES[locale]()).messages
