import { isHttpUrl } from '@quack/contract/text'

/** A piece of a text; one with an address is a link. */
export interface TextPart {
  text: string
  href?: string
  /** Where it starts in the text. */
  at: number
}

const CANDIDATE = /https?:\/\/[^\s<>"]+/gi
const TRAILING = new Set('.,;:!?\'"»”’*_~')

/** Cuts a text into plain pieces and http(s) links. Punctuation after an address belongs to the sentence, not to it. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(CANDIDATE)) {
    const href = trimAddress(match[0])
    if (!isHttpUrl(href)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), at: end })
    parts.push({ text: href, href, at: match.index })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end })
  return parts
}

/** From the end on and once through: an address can be as long as a post, and made to be slow. */
function trimAddress(address: string): string {
  // A closing bracket belongs to the address only if it was opened there, as in /wiki/Duck_(bird).
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
