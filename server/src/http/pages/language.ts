import { languageTag } from '@quack/contract/rules/languages'
import { type Locale, matchLocale } from '@quack/contract/rules/locales'
import type { FastifyRequest } from 'fastify'

/** More entries than that are not looked at. */
const ENTRIES_MAX = 20

/**
 * The language that a browser prefers: the first valid BCP 47 tag of `Accept-Language` with the highest weight (RFC
 * 9110), as it is usually spelled.
 * @returns null if there is none
 */
export function languageOf(header: string | undefined): string | null {
  let best = { tag: '', weight: 0 }
  for (const entry of (header ?? '').split(',', ENTRIES_MAX)) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = weightOf(parameters)
    const tag = weight > best.weight ? languageTag(name) : null
    if (tag !== null) best = { tag, weight }
  }
  return best.tag || null
}

/** The language of the interface that a browser asks for, or that a page of ours has told; empty if there is none. */
export function localeOf({ headers }: Pick<FastifyRequest, 'headers'>): Locale | '' {
  const tag = languageOf(headers['accept-language'])
  return (tag === null ? null : matchLocale([tag])) ?? ''
}

/** @returns 1 if it is not given, 0 if it is malformed */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q\s*=/i.test(parameter))
  if (given === undefined) return 1
  const text = given.slice(given.indexOf('=') + 1).trim()
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0
}
