/**
 * The languages of the interface, by their BCP 47 tags. English is the source. Each other one is a file of
 * `translations`.
 */
export const LOCALES = [
  'en',
  'ar',
  'de',
  'es',
  'fa',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-BR',
  'tr',
  'uk',
  'zh-Hans',
] as const

export type Locale = (typeof LOCALES)[number]

const RIGHT_TO_LEFT: readonly Locale[] = ['ar', 'fa', 'he']

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr')

/** The locale of this name; null for any other text. */
export function parseLocale(text: unknown): Locale | null {
  return LOCALES.find((locale) => locale === text) ?? null
}

/**
 * The locale for what a browser asks for: `pt-PT` gets `pt-BR`, and `zh-TW` gets `zh-Hans`, because people read it
 * sooner than a third language. Null if none of the languages is there.
 * @param tags BCP 47, the most wanted first
 */
export function matchLocale(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const code = primaryCode(tag)
    const found = LOCALES.find((locale) => locale === tag) ?? LOCALES.find((locale) => primaryCode(locale) === code)
    if (found) return found
  }
  return null
}

const primaryCode = (tag: string): string | undefined => tag.toLowerCase().split(/[-_]/)[0]
