import type { MessageDescriptor } from '@lingui/core'
import type { Locale } from '@quack/contract/rules/locales'

/**
 * The messages of the interface. They are written with the macros of Lingui, and the build (build/messages.ts) turns
 * these into calls of `say`, or elements of Trans (trans.tsx), with the English texts parsed already. A catalogue has
 * the texts of another language by `messageKey`, or by the name that a message has.
 */

/** A text as Lingui's `compileMessage` parses it. One without placeholders may stand for itself. */
export type Compiled = string | readonly Token[]
type Token = string | readonly [name: string, format?: string, choices?: Choices]
type Choices = Readonly<Record<string, Compiled | number>>
export type Values = Readonly<Record<string, unknown>>

/** A part of a formatted message: text of the message itself, or a value that was put in. */
export type Part = { readonly text: string } | { readonly value: unknown }

export interface Language {
  readonly locale: Locale
  readonly messages: Readonly<Record<string, Compiled>>
  /** Keeps the direction of each value to itself. A language that is written from right to left has it. */
  readonly isolate?: (parts: readonly Part[]) => readonly Part[]
}

/** Null until it is known: a text that is made when a module is loaded would stay English. */
let language: Language | null = null

export function setLanguage(next: Language): void {
  language = next
}

function present(): Language {
  if (language === null) throw new Error('A text is made before its language is known.')
  return language
}

export const activeLocale = (): Locale => present().locale

/** For `Intl`. English dates and numbers are those of the United States. */
export const intlLocale = (): string => (activeLocale() === 'en' ? 'en-US' : activeLocale())

/**
 * A formatter that is made on first use: it takes milliseconds that the first screen must not spend.
 * @param make gets the locale for `Intl`
 */
export function ofLanguage<T>(make: (locale: string) => T): () => T {
  let made: { of: Language; formatter: T } | undefined
  return () => {
    if (made?.of !== present()) made = { of: present(), formatter: make(intlLocale()) }
    return made.formatter
  }
}

const numbers = ofLanguage((locale) => new Intl.NumberFormat(locale))
const plurals = ofLanguage((locale) => new Intl.PluralRules(locale))

/** What the macros `t`, `plural` and `select` become. */
export function say(message: Compiled, values?: Values, context?: string): string {
  return join(partsOf(message, values, context))
}

/** The text of a descriptor: what `msg` becomes, or one of the contract. */
export function translate({ id, message = '' }: MessageDescriptor, values?: Values): string {
  return join(partsOf(message, values, undefined, id))
}

/** @param id the key in the catalogues; without it, it is made from the message */
export function partsOf(message: Compiled, values: Values = {}, context?: string, id?: string): Part[] {
  const { locale, messages } = present()
  const translated = locale === 'en' ? undefined : messages[id ?? messageKey(message, context)]
  return format(translated ?? message, values)
}

function format(message: Compiled, values: Values, count?: number): Part[] {
  if (typeof message === 'string') return [{ text: message }]
  return message.flatMap((token): Part[] => {
    if (token === '#' && count !== undefined) return [{ value: formatNumber(count) }]
    if (typeof token === 'string') return [{ text: token }]
    const [name, kind, choices = {}] = token
    const value = values[name]
    if (kind === undefined) return [{ value }]
    const number = Number(value)
    if (kind === 'number') return [{ value: formatNumber(number) }]
    const key = kind === 'select' ? String(value) : Object.hasOwn(choices, number) ? String(number) : pluralOf(number)
    const choice = Object.hasOwn(choices, key) ? choices[key] : choices.other
    return format(choice as Compiled, values, kind === 'plural' ? number : count)
  })
}

const join = (parts: readonly Part[]): string => isolated(parts).map(textOf).join('')

export const isolated = (parts: readonly Part[]): readonly Part[] => present().isolate?.(parts) ?? parts

export const textOf = (part: Part): string => ('text' in part ? part.text : String(part.value ?? ''))

// Much in English needs no formatter.

export function formatNumber(number: number): string {
  if (number >= 0 && number < 1_000 && Number.isInteger(number) && activeLocale() === 'en') return String(number)
  return numbers().format(number)
}

function pluralOf(number: number): string {
  if (activeLocale() === 'en') return number === 1 ? 'one' : 'other'
  return plurals().select(number)
}

/**
 * The key of a message in the catalogues: a hash of its English text and context, made where it is shown, so that the
 * code of the screens need not have it. The build fails if two messages have the same.
 */
export function messageKey(message: Compiled, context = ''): string {
  const [first, ...others] = typeof message === 'string' ? [message] : message
  const text = typeof first === 'string' && others.length === 0 ? first : JSON.stringify(message)
  let hash = 0
  for (const character of `${context}\n${text}`) hash = (Math.imul(31, hash) + (character.codePointAt(0) ?? 0)) | 0
  return hash.toString(36)
}
