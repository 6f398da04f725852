import { UNSPACED } from './characters.ts'
import { isHttpUrl } from './text.ts'

/**
 * Web addresses in texts. The rest of a sentence often follows without a space: punctuation of any script, a closing
 * quote or bracket, or a letter of a script without spaces.
 */

/** Invisible characters, opening quotes, the punctuation of East Asian scripts, and characters of markup. */
const ENDS =
  '\\s<>"\\p{Cc}\\p{Cf}\\p{DI}\\p{Pi}\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65'
/** A character of an address. */
const INSIDE = `(?![${UNSPACED}])[^${ENDS}]`
/** The names of a host that a dot follows, and the last one: they may have letters of any script, as in 例え.example. */
const WIDE = `(?=[${UNSPACED}])[^${ENDS}/?#.:]+`
const HOST = `(?:(?:${WIDE}|(?:(?![/?#.])${INSIDE})+)\\.)*(?:${WIDE}(?=[/?#:]))?`

/** What may be an address, as the source of a regular expression. Punctuation at its end does not belong to it. */
export const ADDRESS = `[Hh][Tt][Tt][Pp][Ss]?://${HOST}(?:${INSIDE})*`
const CANDIDATE = new RegExp(ADDRESS, 'gu')

export interface FoundAddress {
  readonly address: string
  /** Its offset in the text. */
  readonly at: number
}

/** The http(s) addresses of a text, in their order. The time grows with the length of the text. */
export function addressesIn(text: string): FoundAddress[] {
  if (!text.includes('://')) return []
  return [...text.matchAll(CANDIDATE)]
    .map(({ 0: found, index }) => ({ address: trimEnd(found), at: index }))
    .filter(({ address }) => isHttpUrl(address))
}

/**
 * The address that is all of a text, such as the value of a profile's field; null if there is none, or more than that.
 */
export function wholeAddress(text: string): string | null {
  const [found] = addressesIn(text)
  return found?.address === text ? text : null
}

/** Ends a sentence, a quotation or an emphasis. A hyphen, a slash and the signs of queries may end an address. */
const TRAILING = /^(?:(?![-/#%&@\\])\p{P}|[~*])$/u

/** Removes trailing punctuation in one pass: an address can be as long as a post, and crafted to make this slow. */
function trimEnd(address: string): string {
  // A closing bracket is part of the address only if it was opened there, as in /wiki/Duck_(bird).
  const surplus = new Map([
    [')', count(address, ')') - count(address, '(')],
    [']', count(address, ']') - count(address, '[')],
  ])
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    const tooMany = surplus.get(last)
    if (tooMany === undefined) {
      if (!TRAILING.test(last)) break
    } else if (tooMany > 0) surplus.set(last, tooMany - 1)
    else break
  }
  return address.slice(0, end)
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}
