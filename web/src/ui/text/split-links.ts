import { addressesIn } from '@quack/contract/rules/addresses'

/** A part of a text. A part with `href` links to another site, one with `to` to a page of this client. */
export interface TextPart {
  text: string
  href?: string
  to?: string
  /** A mention or hashtag that is no link. */
  isName?: boolean
  /** The offset in the text. */
  at: number
}

/**
 * Splits a text into plain parts and http(s) links. Punctuation after a URL is not part of the link.
 * @param start the offset of the text in a longer one
 */
export function splitLinks(text: string, start = 0): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { address, at } of addressesIn(text)) {
    if (at > end) parts.push({ text: text.slice(end, at), at: start + end })
    parts.push({ text: address, href: address, at: start + at })
    end = at + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: start + end })
  return parts
}
