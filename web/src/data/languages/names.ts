import { languageCode } from '@quack/contract/rules/languages'
import { intlLocale } from '../../locale/messages.ts'
import { KEPT_NAMES } from '../api/member-key.ts'
import { memberOfSession, onSignOut } from '../api/session.ts'

/** Codes of living languages that people write online. */
const CODES =
  'af am ar as ast az ba be bg bn bo br bs ca ceb ckb co cs cv cy da de dsb dv dz el en eo es et eu fa fi fil fo fr fy ga gd gl gn gsw gu ha haw he hi hr hsb ht hu hy ia id ig is it ja jv ka kab kk km kn ko ku ky la lb ln lo lt lv mg mi mk ml mn mr ms mt my nb nds ne nl nn no oc or pa pl ps pt qu rm ro ru rw sa sc sd se si sk sl sm sn so sq sr st su sv sw szl ta te tg th ti tk tn to tr ts tt ug uk ur uz vi wo xh yi yo yue zh zu'

export interface Language {
  readonly code: string
  /** As it calls itself; as `translated` if the browser does not know that. */
  readonly name: string
  /** In the language of the interface; in English if the browser does not know that. */
  readonly translated: string
}

/** The name of a language as it calls itself, also with its region; empty for none. */
export function languageName(tag: string): string {
  if (tag === '') return ''
  const name = nameIn(tag, tag)
  // Many languages write their own names small. In a list they begin like a heading.
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

function nameIn(locale: string, tag: string): string {
  try {
    return new Intl.DisplayNames([locale, intlLocale(), 'en'], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

function translate(code: string): string {
  const name = nameIn(intlLocale(), code)
  return name === code ? nameIn('en', code) : name
}

/** Those that the browser has a name for: the member's own first, then by their names. */
export function listLanguages(): Language[] {
  const first = ownLanguages()
  const languages = [...new Set([...first, ...CODES.split(' ')])].map(
    (code): Language => ({ code, name: languageName(code), translated: translate(code) }),
  )
  const place = ({ code }: Language) => (first.includes(code) ? first.indexOf(code) : first.length)
  const named = languages.filter(({ code, translated }) => translated !== code)
  return named.sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))
}

/** The codes of those that the member has used lately, and of those of the browser. */
function ownLanguages(): string[] {
  const codes = [...readRecentLanguages(), ...navigator.languages].flatMap((tag) => languageCode(tag) ?? [])
  return [...new Set(codes)]
}

/**
 * The languages whose name, in itself or in the language of the interface, has a word that begins so, or that have this
 * code.
 */
export function findLanguages(languages: readonly Language[], typed: string): Language[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return [...languages]
  const fits = ({ code, name, translated }: Language) =>
    code === wanted || ` ${fold(name)} ${fold(translated)}`.includes(` ${wanted}`)
  return languages.filter(fits)
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The tag for a language that the member chooses: as it was used lately, or as the browser has it with its region. */
export const tagFor = (code: string): string =>
  [...readRecentLanguages(), ...navigator.languages].find((tag) => languageCode(tag) === code) ?? code

/**
 * The languages that the member has chosen for posts on this device, as BCP 47 tags, the latest first. Removed at a
 * log-out.
 */
const KEPT_MAX = 5

const keyOf = (member = memberOfSession() ?? ''): string => KEPT_NAMES.languages + member

export function readRecentLanguages(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, KEPT_MAX) : []
  } catch {
    // Storage is blocked, or what is there is damaged.
    return []
  }
}

export function rememberLanguage(tag: string): void {
  const next = [tag, ...readRecentLanguages().filter((each) => each !== tag)].slice(0, KEPT_MAX)
  try {
    localStorage.setItem(keyOf(), JSON.stringify(next))
  } catch {
    // Storage is full or blocked: nothing is remembered.
  }
}

onSignOut(({ member }) => localStorage.removeItem(keyOf(member)))
