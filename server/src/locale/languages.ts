import { type Locale, parseLocale } from '@quack/contract/rules/locales'
import { createTranslator, type Say, translator } from './translator.ts'

/** What the texts for somebody are in. */
export interface Language {
  readonly locale: Locale
  readonly say: Say
}

/** Of the table `members`. */
export interface LocalesOfMember {
  readonly locale: Locale | ''
  readonly seen_locale: Locale | ''
}

export interface Languages {
  /** Of those of whom no language is known. */
  readonly own: Language
  /** @param locale empty if it is not known */
  of(locale: Locale | ''): Language
  ofMember(member: LocalesOfMember): Language
}

interface Options {
  /** The operator's. */
  readonly locale?: Locale
  /** The directory of the catalogues, if it is not that of the product. */
  readonly translations?: string
}

export const ENGLISH: Language = { locale: 'en', say: translator('en') }

export function createLanguages({ locale: own = 'en', translations }: Options): Languages {
  const translate = translations === undefined ? translator : createTranslator(translations)
  const of = (locale: Locale | '') => ({ locale: locale || own, say: translate(locale || own) })
  return { own: of(own), of, ofMember: (member) => of(localeOfMember(member, own)) }
}

/**
 * What the member has chosen, or else what their browser asked for when they last signed up or in. A later release may
 * have stored others.
 */
export function localeOfMember({ locale, seen_locale }: LocalesOfMember, fallback: Locale): Locale {
  return parseLocale(locale) ?? parseLocale(seen_locale) ?? fallback
}
