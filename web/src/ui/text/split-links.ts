import { isHttpUrl } from '@quack/contract/text'

/** A part of a text. A part with `href` links to another site, one with `to` to a page of this client. */
export interface TextPart {
  text: string
  href?: string
  to?: string
  /** The offset in the text. */
  at: number
}

const CANDIDATE = /https?:\/\/[^\s<>"]+/gi
const TRAILING = new Set('.,;:!?\'"»”’*_~')

/**
 * Splits a text into plain parts and http(s) links. Punctuation after a URL is not part of the link.
 * @param start the offset of the text in a longer one
 */
export function splitLinks(text: string, start = 0): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(CANDIDATE)) {
    const href = trimAddress(match[0])
    if (!isHttpUrl(href)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), at: start + end })
    parts.push({ text: href, href, at: start + match.index })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: start + end })
  return parts
}

/** Removes trailing punctuation in one pass: a URL can be as long as a post, and crafted to make this slow. */
function trimAddress(address: string): string {
  // A closing bracket is part of the URL only if it was opened there, as in /wiki/Duck_(bird).
  const surplus = new Map([
    [')', count(address, ')') - count(address, '(')],
    [']', count(address, ']') - count(address, '[')],
  ])
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    const tooMany = surplus.get(last) ?? 0
    if (tooMany > 0) surplus.set(last, tooMany - 1)
    else if (!TRAILING.has(last)) break
  }
  return address.slice(0, end)
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}
