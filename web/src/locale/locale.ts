import { directionOf, type Locale, matchLocale, parseLocale } from '@quack/contract/rules/locales'
import { activeLocale, type Compiled, setLanguage } from './messages.ts'

/** Of the device, also when nobody is signed in. */
const KEY = 'locale'

/** Loads the language before anything is shown. If its texts cannot be loaded, they are English. */
export async function startLocale(): Promise<void> {
  // The page says what the operator has chosen for everybody else.
  const asked = matchLocale(navigator.languages) ?? parseLocale(document.documentElement.lang)
  const wanted = chosenLocale() ?? asked ?? 'en'
  if (wanted === 'en') return activate('en', {})
  try {
    const { loadMessages } = await import('./catalogues.ts')
    activate(wanted, await loadMessages(wanted))
  } catch {
    activate('en', {})
  }
}

function activate(locale: Locale, messages: Readonly<Record<string, Compiled>>): void {
  setLanguage({ locale, messages })
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

/** What has been chosen on this device; null if the browser decides. */
export function chosenLocale(): Locale | null {
  try {
    return parseLocale(localStorage.getItem(KEY))
  } catch {
    // Storage is blocked.
    return null
  }
}

/** Shows everything in another language. The page is loaded again, so that nothing stays in the one before. */
export function chooseLocale(locale: Locale | null): void {
  keep(locale)
  location.reload()
}

/** Takes over what the account says: another device may have chosen it. */
export function adoptLocale(locale: Locale | undefined): void {
  if (locale === undefined || locale === chosenLocale()) return
  keep(locale)
  // Without storage, the page would be loaded for ever.
  if (locale !== activeLocale() && locale === chosenLocale()) location.reload()
}

function keep(locale: Locale | null): void {
  try {
    if (locale === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, locale)
  } catch {
    // Storage is blocked: the choice cannot be kept.
  }
}
