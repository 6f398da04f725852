/**
 * Languages of posts are BCP 47 tags, such as `pt-BR`. Members search and choose by their first part, which is called
 * code here.
 */

/** The maximum number of languages that a member chooses. */
export const LANGUAGES_MAX = 20
export const LANGUAGE_CODE = '^[a-z]{2,3}$'
/** Longer tags exist, but no browser sends them. */
export const LANGUAGE_TAG_MAX_LENGTH = 35

/** A tag as it is usually spelled; null if it is none. */
export function languageTag(text: string): string | null {
  if (text === '' || text.length > LANGUAGE_TAG_MAX_LENGTH) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/**
 * The language of a tag, without its region: `pt` of `pt-BR`. An old code is replaced: `he` of `iw`. Null if it is
 * none.
 */
export function languageCode(text: string): string | null {
  const [code = ''] = (languageTag(text) ?? '').toLowerCase().split('-', 1)
  return new RegExp(LANGUAGE_CODE).test(code) ? code : null
}
