import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type PageCard, type Read, readCard } from './page-card.ts'
import { HEAD_MAX_BYTES } from './read-head.ts'

const URL_READ = 'https://site.test/a/page'
const OURS = 'https://quack.example/post/1'

interface Page {
  readonly type?: string
  readonly body: string | Buffer | (() => Iterable<Buffer>)
  /** By their addresses. */
  readonly others?: Readonly<Record<string, string>>
}

/** @returns the card, and how many bytes of the page were read */
async function cardOf({ type = 'text/html', body, others = {} }: Page) {
  let bytes = 0
  function* chunks() {
    const all = typeof body === 'function' ? body() : [Buffer.from(body as string)]
    for (const chunk of all) {
      bytes += chunk.length
      yield chunk
    }
  }
  const asked: string[] = []
  const read: Read = async (url, _options, use) => {
    asked.push(url)
    if (url === URL_READ) return use({ url, type, body: Readable.from(chunks()) })
    const text = others[url]
    if (text === undefined) throw new Error(`There is nothing at ${url}.`)
    return use({ url, type: 'application/json', body: Readable.from([Buffer.from(text)]) })
  }
  return { card: await readCard(read, URL_READ, (at) => at === OURS), asked, bytes: () => bytes }
}

const meta = (names: Readonly<Record<string, string>>, attribute = 'property') =>
  Object.entries(names)
    .map(([name, content]) => `<meta ${attribute}="${name}" content="${content}">`)
    .join('\n')
const head = (inner: string) => `<!doctype html><html><head>${inner}</head><body><title>Not this</title></body></html>`
/** The texts in an encoding that Node only reads: each character's bytes in hexadecimal. */
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const around = (before: string, bytes: Buffer, after: string) =>
  Buffer.concat([Buffer.from(before, 'latin1'), bytes, Buffer.from(after, 'latin1')])

const OEMBED = '<link rel="alternate" type="application/json+oembed" href="/oembed?a=1&amp;b=2">'
const OEMBED_URL = 'https://site.test/oembed?a=1&b=2'
const OG = {
  'og:title': 'The title',
  'og:description': 'The text',
  'og:image': 'https://cdn.test/a.png',
  'og:site_name': 'The Site',
}
/** "Утка" in windows-1251, "アヒル" in Shift_JIS. */
const RUSSIAN = hex('d3 f2 ea e0')
const JAPANESE = hex('83 41 83 71 83 8b')
const COMMENT = `<!-- <meta charset="koi8-r"> ${'x'.repeat(5_000)} -->`

const PAGES: readonly (readonly [string, Page, Partial<PageCard> | null])[] = [
  [
    'OpenGraph',
    { body: head(meta(OG) + meta({ 'twitter:title': 'Other', description: 'Other' }, 'name')) },
    { title: 'The title', description: 'The text', site: 'The Site', pictureUrl: 'https://cdn.test/a.png', author: '' },
  ],
  [
    'OpenGraph in attributes called name',
    { body: head(meta({ 'OG:Title': 'The title' }, 'name')) },
    { title: 'The title' },
  ],
  [
    'cards of Twitter',
    {
      body: head(
        meta({ 'twitter:title': 'T', 'twitter:description': 'D', 'twitter:image': '//cdn.test/t.png' }, 'name'),
      ),
    },
    { title: 'T', description: 'D', pictureUrl: 'https://cdn.test/t.png' },
  ],
  [
    'oEmbed alone',
    {
      body: head(OEMBED),
      others: {
        [OEMBED_URL]: JSON.stringify({
          ...{ title: 'A film', author_name: 'Ann', provider_name: 'Films', thumbnail_url: 'thumb.jpg' },
          html: '<script>alert(1)</script>',
        }),
      },
    },
    { title: 'A film', author: 'Ann', site: 'Films', pictureUrl: 'https://site.test/a/thumb.jpg' },
  ],
  [
    'oEmbed that is gone, or no JSON of this kind',
    { body: head(`${OEMBED}<title>Plain</title>`), others: { [OEMBED_URL]: '[{"title":1}]' } },
    { title: 'Plain' },
  ],
  [
    'a title and a description',
    { body: head(`<title>\n Plain\n title </title>${meta({ description: 'D' }, 'name')}`) },
    { title: 'Plain title', description: 'D', site: '', pictureUrl: null },
  ],
  ['nothing', { body: head('<meta name="viewport" content="width=device-width">') }, null],
  ['a title that shows nothing', { body: head('<title>&#8203; </title>') }, null],
  ['no page', { type: 'application/pdf', body: '<title>x</title>' }, null],
  ['an empty page', { body: '' }, null],
  [
    'windows-1251 by its type',
    { type: 'text/html; charset="windows-1251"', body: around('<title>', RUSSIAN, '</title>') },
    { title: 'Утка' },
  ],
  [
    'windows-1251 after comments, without regard to another one in them',
    { body: around(`<html>${COMMENT}<meta charset=windows-1251><title>`, RUSSIAN, '</title>') },
    { title: 'Утка' },
  ],
  [
    'Shift_JIS by http-equiv, after the title',
    {
      body: around(
        '<title>',
        JAPANESE,
        '</title><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
      ),
    },
    { title: 'アヒル' },
  ],
  [
    'ISO-8859-1',
    { body: around('<meta charset="iso-8859-1"><title>', hex('43 61 6e 65 74 f3 6e'), '</title>') },
    { title: 'Canetón' },
  ],
  [
    'UTF-16 by a byte order mark',
    { body: Buffer.concat([hex('ff fe'), Buffer.from('<title>Утка</title>', 'utf16le')]) },
    { title: 'Утка' },
  ],
  [
    'UTF-8 in pieces, without a word about it',
    {
      body: () => Array.from(Buffer.from(head('<title>Утка 🦆</title>')), (byte) => Buffer.from([byte])),
    },
    { title: 'Утка 🦆' },
  ],
  ['an encoding that nobody knows', { body: '<meta charset="none-such"><title>Утка</title>' }, { title: 'Утка' }],
  [
    'entities',
    { body: head(meta({ 'og:title': 'Ducks &amp; &#x1F986; &quot;geese&quot; &lt;b&gt;' })) },
    { title: 'Ducks & 🦆 "geese" <b>' },
  ],
  [
    'a relative picture',
    { body: head(meta({ 'og:title': 'T', 'og:image': '../b.png' })) },
    { pictureUrl: 'https://site.test/b.png' },
  ],
  [
    'a picture that is none of the web',
    { body: head(meta({ 'og:title': 'T', 'og:image': 'data:image/png;base64,AAAA' })) },
    { pictureUrl: null },
  ],
  [
    'what turns the direction of text, and line breaks',
    { body: head(meta({ 'og:title': 'a\u202eb&#10;c' })) },
    { title: 'a b c' },
  ],
  ['a long title', { body: head(`<title>${'🦆'.repeat(500)}</title>`) }, { title: `${'🦆'.repeat(99)}…` }],
  [
    'scripts and what is for those without',
    {
      body: head(
        `<script>"</head><title>x</title>"</script><noscript><img><title>n</title></noscript><template><title>t</title></template><title>T</title>`,
      ),
    },
    { title: 'T' },
  ],
  ['no head, but a body', { body: '<p>Words</p><title>Not this</title>' }, null],
  [
    'an author that is an address',
    { body: head(meta({ 'og:title': 'T', 'article:author': 'https://site.test/ann', author: 'Ann' })) },
    { author: 'Ann' },
  ],
]

test.for(PAGES)('the card of %s', async ([, page, expected]) => {
  const { card } = await cardOf(page)
  if (expected === null) expect(card).toBeNull()
  else expect(card).toMatchObject(expected)
})

describe('a page is read', () => {
  const filler = Buffer.alloc(65_536, '<meta name="x" content="y">')

  test('until its head ends', async () => {
    const { card, bytes } = await cardOf({
      *body() {
        yield Buffer.from(head('<title>T</title>'))
        for (;;) yield filler
      },
    })
    expect(card).toMatchObject({ title: 'T' })
    expect(bytes()).toBeLessThan(4 * filler.length)
  })

  test('but not one of ours, to which another address leads', async () => {
    const body = () => Readable.from([Buffer.from('<title>Ours</title>')])
    const read: Read = (_url, _options, use) => use({ url: OURS, type: 'text/html', body: body() })
    expect(await readCard(read, URL_READ, (at) => at !== OURS)).toMatchObject({ title: 'Ours' })
    expect(await readCard(read, URL_READ, (at) => at === OURS)).toBe(null)
  })

  test('up to a limit, if its head does not end, and what was found counts', async () => {
    const { card, bytes } = await cardOf({
      *body() {
        yield Buffer.from('<title>T</title><style>')
        for (;;) yield filler
      },
    })
    expect(card).toMatchObject({ title: 'T' })
    expect(bytes()).toBeLessThan(HEAD_MAX_BYTES + 4 * filler.length)
  })

  // Without bounds, each takes minutes.
  test.for<readonly [string, string]>([
    ['elements that stay open', `${'<html>'.repeat(100_000)}${'</b>'.repeat(100_000)}`],
    ['what may name an encoding', '<meta '.repeat(9_000) + ' '.repeat(900_000)],
    ['an encoding that may come', `<meta charset=${' '.repeat(900_000)}`],
  ])('in time, whatever it has: %s', async ([, body]) => {
    expect((await cardOf({ body })).card).toBeNull()
  })

  test('without oEmbed, if it says enough itself', async () => {
    const { asked } = await cardOf({ body: head(meta(OG) + OEMBED) })
    expect(asked).toEqual([URL_READ])
  })
})
