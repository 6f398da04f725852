import { addressesIn } from '@quack/contract/rules/addresses'
import { partsOf } from '@quack/contract/rules/references'
import { escapeHtml } from '../../../http/pages/escape-html.ts'

/** What a text refers to, as its readers see it. */
export interface References {
  /** The members whom the text mentions, by their names in lower case. */
  readonly mentioned: ReadonlyMap<string, { readonly username: string; readonly url: string }>
  readonly tagUrl: (tag: string) => string
}

/**
 * A text as HTML: paragraphs, lines and links. Read back by its paragraphs, two lines each, and its line breaks, it is
 * the same text.
 */
export function htmlOf(text: string, references: References): string {
  if (text === '') return ''
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${linesOf(paragraph, references)}</p>`)
    .join('')
}

function linesOf(paragraph: string, { mentioned, tagUrl }: References): string {
  return partsOf(paragraph)
    .map((part) => {
      if (part.kind === 'tag') return tagLink(part.text, tagUrl(part.text.slice(1)))
      const name = part.kind === 'mention' && part.names.find((each) => mentioned.has(each.toLowerCase()))
      const member = name ? mentioned.get(name.toLowerCase()) : undefined
      if (!name || !member) return plain(part.text)
      return mentionLink(name, member.url) + plain(part.text.slice(1 + name.length))
    })
    .join('')
}

const mentionLink = (name: string, url: string) =>
  `<span class="h-card"><a href="${escapeHtml(url)}" class="u-url mention">@<span>${escapeHtml(name)}</span></a></span>`

const tagLink = (text: string, url: string) =>
  `<a href="${escapeHtml(url)}" class="mention hashtag" rel="tag">${escapeHtml(text.slice(0, 1))}<span>${escapeHtml(text.slice(1))}</span></a>`

/** The value of a profile's field: its links are to pages of the member's own. */
export const fieldHtml = (value: string): string => plain(value, `me ${REL}`)

const REL = 'nofollow noopener'

function plain(text: string, rel = REL): string {
  let html = ''
  let end = 0
  for (const { address, at } of addressesIn(text)) {
    html += lines(text.slice(end, at)) + link(address, rel)
    end = at + address.length
  }
  return html + lines(text.slice(end))
}

const link = (address: string, rel: string) =>
  `<a href="${escapeHtml(address)}" rel="${rel}" target="_blank">${escapeHtml(address)}</a>`

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br />')
