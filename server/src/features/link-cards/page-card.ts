import { isBlank, oneLine } from '@quack/contract/rules/text'
import type { Found, ReadOptions } from '../../outside/outside.ts'
import { HEAD_MAX_BYTES, type Head, readHead } from './read-head.ts'

/** What a page says of itself. */
export interface PageCard {
  readonly title: string
  /** These three may be empty. */
  readonly description: string
  readonly site: string
  readonly author: string
  /** The address of its picture; null for none. */
  readonly pictureUrl: string | null
}

/** The guarded fetch. @param use reads the body or destroys it */
export type Read = <T>(
  url: string,
  options: Pick<ReadOptions, 'accept' | 'maxBytes'>,
  use: (found: Found) => Promise<T>,
) => Promise<T>

/** The longest texts, in UTF-16 units. */
const LONGEST = { title: 200, description: 300, site: 80, author: 80 }
const OEMBED_MAX_BYTES = 65_536

/**
 * Reads what there is to show of an address: from OpenGraph, the cards of Twitter, oEmbed, and other elements of the
 * head.
 * @param isOurs whether an address is of this installation
 * @returns null if there is no title, if it is no HTML, or if the page is one of ours in the end
 * @throws what `read` throws
 */
export async function readCard(read: Read, url: string, isOurs: (url: string) => boolean): Promise<PageCard | null> {
  // So much is not read: that stops at the limit, and what was found until then counts.
  const options = { accept: 'text/html, application/xhtml+xml', maxBytes: 2 * HEAD_MAX_BYTES }
  const page = await read(url, options, async ({ url: base, type, body }) => {
    if (!isOurs(base) && /^(?:text\/html|application\/xhtml\+xml)\b/.test(type))
      return { base, head: await readHead(body, type) }
    body.destroy()
    return null
  })
  if (!page) return null
  const { base, head } = page
  const meta = (...names: readonly string[]) => names.map((name) => head.meta.get(name) ?? '')
  const title = meta('og:title', 'twitter:title')
  const picture = meta('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src')
  const isComplete = [title, picture].every((found) => found.some(Boolean))
  const oembed = isComplete ? {} : await readOembed(read, head, base)
  const card = {
    title: shown('title', [...title, oembed.title, head.title]),
    description: shown('description', meta('og:description', 'twitter:description', 'description')),
    site: shown('site', [...meta('og:site_name'), oembed.provider_name, ...meta('application-name')]),
    author: shown(
      'author',
      [...meta('article:author', 'author'), oembed.author_name].filter((text) => !isAddress(text)),
    ),
    pictureUrl: resolve([...picture, oembed.thumbnail_url], base),
  }
  return card.title === '' ? null : card
}

type Oembed = { readonly [Name in 'title' | 'author_name' | 'provider_name' | 'thumbnail_url']?: unknown }

/** What the oEmbed address of a page says; nothing if it cannot be read. Its `html` is never used. */
async function readOembed(read: Read, { oembed }: Head, base: string): Promise<Oembed> {
  const url = resolve([oembed], base)
  if (url === null) return {}
  try {
    const options = { accept: 'application/json', maxBytes: OEMBED_MAX_BYTES }
    const text = await read(url, options, async ({ body }) => Buffer.concat(await body.toArray()).toString())
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    // The page itself is there.
    return {}
  }
}

/** The first of these texts that shows something, as one line, and shortened. */
function shown(name: keyof typeof LONGEST, texts: readonly unknown[]): string {
  const lines = texts.map((text) => (typeof text === 'string' ? oneLine(text.replace(/\s+/g, ' ')) : ''))
  const line = lines.find((text) => !isBlank(text)) ?? ''
  if (line.length <= LONGEST[name]) return line
  // Not within a pair.
  return `${line.slice(0, LONGEST[name] - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The first of these that is an address of the web. */
function resolve(texts: readonly unknown[], base: string): string | null {
  for (const text of texts) {
    if (typeof text !== 'string' || text.trim() === '') continue
    const url = URL.parse(text.trim(), base)
    if (url && /^https?:$/.test(url.protocol)) return url.href
  }
  return null
}

/** Some pages name the profile of their author. */
const isAddress = (text: unknown): boolean => typeof text === 'string' && /^\s*https?:/i.test(text)
