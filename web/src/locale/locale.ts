import { type Locale, matchLocale, parseLocale } from '@quack/contract/rules/locales'
import { activeLocale, type Language, setLanguage } from './messages.ts'

/** Of the device, also when nobody is signed in: the language, and after a blank OF_ACCOUNT if the account says so. */
const KEY = 'locale'
const OF_ACCOUNT = 'account'

/** What the page says before its language is set: the operator's choice for those whose browser asks for none that is here. */
let ofPage = ''
const askedLocale = (): Locale => matchLocale(navigator.languages) ?? parseLocale(ofPage) ?? 'en'

/** Loads the language before any text is shown. If its texts cannot be loaded, they are English. */
export async function startLocale(): Promise<void> {
  ofPage = document.documentElement.lang
  const wanted = chosenLocale() ?? askedLocale()
  if (wanted === 'en') return activate(ENGLISH)
  try {
    const { loadLanguage } = await import('./catalogues.ts')
    activate(await loadLanguage(wanted))
  } catch {
    activate(ENGLISH)
  }
}

const ENGLISH: Language = { locale: 'en', messages: {} }

function activate(language: Language): void {
  setLanguage(language)
  document.documentElement.lang = language.locale
  document.documentElement.dir = language.isolate ? 'rtl' : 'ltr'
}

/** What has been chosen on this device, or by the account; null if the browser decides. */
export const chosenLocale = (): Locale | null => parseLocale(kept()[0])

/**
 * Shows everything in another language. The page is loaded again, so that nothing stays in the one before.
 * @param isOfAccount whether the account says so too
 */
export function chooseLocale(locale: Locale | null, isOfAccount = false): void {
  keep(locale, isOfAccount)
  location.reload()
}

/**
 * Takes over what the account says, because another device may have chosen it.
 * @param locale null if the browser decides, which leaves what was chosen on this device alone
 */
export function adoptLocale(locale: Locale | null): void {
  const [present, of] = kept()
  if (locale === null ? of !== OF_ACCOUNT : locale === present && of === OF_ACCOUNT) return
  // Without storage, the page would be loaded for ever.
  if (keep(locale, true) && (locale ?? askedLocale()) !== activeLocale()) location.reload()
}

/** What a sign-in tells the server: not what the account that was here before says. */
export function deviceLocale(): Locale {
  const [locale, of] = kept()
  return (of === OF_ACCOUNT ? null : parseLocale(locale)) ?? askedLocale()
}

function kept(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? []
  } catch {
    // Storage is blocked.
    return []
  }
}

/** @returns whether it is kept: storage may be blocked or full */
function keep(locale: Locale | null, isOfAccount: boolean): boolean {
  try {
    if (locale === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, isOfAccount ? `${locale} ${OF_ACCOUNT}` : locale)
    return true
  } catch {
    return false
  }
}
