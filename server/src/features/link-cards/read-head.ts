import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'

/**
 * What the head of a page says of it: names of meta elements in lower case, each with its first value that is not
 * blank.
 */
export interface Head {
  readonly meta: ReadonlyMap<string, string>
  readonly title: string
  /** Where more about the page is, as JSON (oembed.com); null if nowhere. */
  readonly oembed: string | null
}

/** Of the page. What is in the head before that counts. */
export const HEAD_MAX_BYTES = 2 ** 20
/** Elements in a head. A page may be made to be slow with more: each end tag is compared with all that are open. */
const ELEMENTS_MAX = 1_000
/** Characters that are parsed in one turn of the event loop. */
const SLICE = 8_192
/** Of the page, in which it may say how it is encoded. */
const ENCODING_MAX_BYTES = 65_536
/** About so many characters of a value are kept. Texts are shortened later. */
const VALUE_MAX = 4_096

/** What a head has. Any other element begins the body. */
const IN_HEAD = new Set(['html', 'head', 'title', 'base', 'link', 'meta', 'style', 'script', 'noscript', 'template'])
/** Elements whose content is none of the head's. */
const OPAQUE = new Set(['noscript', 'template'])

/**
 * Reads a page until its head ends, or one of the limits is reached, and then no more of it.
 * @param type its Content-Type
 * @throws what its body throws
 */
export async function readHead(body: Readable, type: string): Promise<Head> {
  const parser = createHeadParser()
  try {
    for await (const text of decode(body, type)) {
      for (let from = 0; from < text.length && !parser.isOver(); from += SLICE) {
        if (from > 0) await turn()
        parser.write(text.slice(from, from + SLICE))
      }
      if (parser.isOver()) break
    }
  } finally {
    body.destroy()
  }
  return parser.end()
}

function createHeadParser() {
  const meta = new Map<string, string>()
  let title = ''
  let oembed: string | null = null
  let elements = 0
  let isOver = false
  let isInTitle = false
  let hasTitle = false
  /** How many elements are open whose content is left out. */
  let opaque = 0

  const parser = new Parser({
    onopentag(name, attributes) {
      elements++
      isOver ||= elements > ELEMENTS_MAX || (opaque === 0 && !IN_HEAD.has(name))
      if (isOver) return
      if (OPAQUE.has(name)) opaque++
      if (opaque > 0) return
      if (name === 'title') isInTitle = !hasTitle
      if (name === 'meta') note(attributes)
      if (name === 'link' && isOembed(attributes)) oembed ??= attributes.href ?? null
    },
    ontext(text) {
      if (isInTitle && title.length < VALUE_MAX) title += text
    },
    onclosetag(name) {
      if (OPAQUE.has(name) && opaque > 0) opaque--
      if (name === 'title' && isInTitle) {
        isInTitle = false
        hasTitle = true
      }
      isOver ||= name === 'head'
    },
  })

  function note({ property, name, content = '' }: Attributes): void {
    if (content.trim() === '') return
    for (const key of [property, name].map((text) => text?.trim().toLowerCase()))
      if (key && !meta.has(key)) meta.set(key, content.slice(0, VALUE_MAX))
  }

  return {
    isOver: () => isOver,
    write: (text: string) => parser.write(text),
    end(): Head {
      if (!isOver) parser.end()
      return { meta, title, oembed }
    },
  }
}

type Attributes = Readonly<Record<string, string | undefined>>

/** A longer value is not looked at: it would hold the event loop. */
const isOembed = ({ rel = '', type = '' }: Attributes): boolean =>
  rel.length + type.length < 256 &&
  type.trim().toLowerCase() === 'application/json+oembed' &&
  rel.toLowerCase().split(/\s+/).includes('alternate')

/**
 * The text of a page, as it comes. Its encoding is that of its type, of its byte order mark, or what it says itself;
 * else UTF-8.
 */
async function* decode(body: Readable, type: string): AsyncGenerator<string> {
  let decoder = decoderOf(/charset\s*=\s*["']?([^\s"';]+)/i.exec(type)?.[1])
  const first: Buffer[] = []
  let bytes = 0
  /** How much there has to be for another look: twice as much as at the last one. */
  let lookAt = 1_024
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (decoder) yield decoder.decode(chunk, { stream: true })
    else {
      first.push(chunk)
      if (bytes >= lookAt) {
        lookAt = bytes * 2
        const start = Buffer.concat(first)
        decoder = decoderOf(encodingIn(start) ?? (bytes >= ENCODING_MAX_BYTES ? 'utf-8' : undefined))
        if (decoder) yield decoder.decode(start, { stream: true })
      }
    }
    if (bytes >= HEAD_MAX_BYTES) return
  }
  if (decoder) yield decoder.decode()
  else {
    const start = Buffer.concat(first)
    yield (decoderOf(encodingIn(start)) ?? new TextDecoder()).decode(start)
  }
}

/** @returns null for no encoding, and for one that is not known */
function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/** All repetitions have a bound, because a page may be made to be slow. */
const NAMED_ENCODING = /<meta\s[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i

/** The encoding of a page, as its start tells it; undefined if it does not tell yet. */
function encodingIn(start: Buffer): string | undefined {
  const [one, two, three] = start
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  const text = start.toString('latin1').replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const [, named] = NAMED_ENCODING.exec(text) ?? []
  // It could be read until there, byte by byte.
  if (named) return /^utf-?16/i.test(named) ? 'utf-8' : decoderOf(named)?.encoding
  return /<\/head|<body/i.test(text) ? 'utf-8' : undefined
}
