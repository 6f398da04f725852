import { setImmediate as nextTurn } from 'node:timers/promises'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import { Parser } from 'htmlparser2'

/** So much is parsed in one turn of the event loop, in characters. */
const SLICE = 8_192
const ELEMENTS = new Set(['a', 'link'])

/** Keeps no stack of open elements: the one of the parser takes a time that grows with the square of its depth. */
class TagParser extends Parser {
  override isVoidElement(): boolean {
    return true
  }
}

/**
 * Whether a page has an `<a>` or `<link>` with `rel="me"` to an address. It reads no further than that.
 * @param address of the page, for relative links
 */
export async function hasLinkBack(
  chunks: AsyncIterable<Uint8Array>,
  address: string,
  isOurs: (url: URL) => boolean,
): Promise<boolean> {
  let isFound = false
  const parser = new TagParser({
    onopentag(name, { rel = '', href }) {
      if (href === undefined || !ELEMENTS.has(name) || !/(?:^|\s)me(?:\s|$)/i.test(rel)) return
      isFound ||= URL.canParse(href, address) && isOurs(new URL(href, address))
    },
  })
  for await (const chunk of chunks) {
    // In the encodings that pages usually have, names of elements and addresses of profiles are ASCII.
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    for (let start = 0; start < text.length && !isFound; start += SLICE) {
      parser.write(text.slice(start, start + SLICE))
      await nextTurn()
    }
    if (isFound) return true
  }
  return false
}

/** Whether an address is that of a member's profile here, by any scheme of the web. */
export function isProfile(origin: string, username: string): (url: URL) => boolean {
  const { host } = new URL(origin)
  const path = PAGE_PATHS.profile.replace(/:\w+/, encodeURIComponent(username)).toLowerCase()
  return (url) => isWeb(url) && url.host === host && url.pathname.replace(/\/$/, '').toLowerCase() === path
}

/** Whether an address led to the site that it names. Elsewhere, another site's page would speak for it. */
export function isSameSite(link: string, found: string): boolean {
  const [from, to] = [new URL(link), new URL(found)]
  return siteOf(from) === siteOf(to)
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'
const siteOf = ({ host }: URL) => host.replace(/^www\./, '')
