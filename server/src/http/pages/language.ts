import { languageTag } from '@quack/contract/rules/languages'

/** More entries than that are not looked at. */
const ENTRIES_MAX = 20

/**
 * The language that a browser prefers: the first valid BCP 47 tag of `Accept-Language` with the highest weight (RFC 9110), as
 * it is usually spelled.
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

/** @returns 1 if it is not given, 0 if it is malformed */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q\s*=/i.test(parameter))
  if (given === undefined) return 1
  const text = given.slice(given.indexOf('=') + 1).trim()
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0
}
