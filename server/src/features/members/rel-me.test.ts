import { describe, expect, test } from 'vitest'
import { hasLinkBack, isProfile, isSameSite } from './rel-me.ts'

const OURS = 'https://quack.example/profile/Ann'
const isOurs = isProfile('https://quack.example', 'Ann')

async function* chunksOf(html: string, size = 7) {
  for (let start = 0; start < html.length; start += size) yield Buffer.from(html.slice(start, start + size))
}
const read = (html: string) => hasLinkBack(chunksOf(html), 'https://ann.example/about', isOurs)

describe('a page', () => {
  test.for([
    `<a rel="me" href="${OURS}">Quack</a>`,
    `<head><link href='${OURS}' rel=me></head>`,
    `<A HREF="${OURS}" REL="nofollow ME noopener">`,
    `<a rel="\tme\n" href="  ${OURS}/  ">`,
    `<a rel=me href="http://QUACK.example/profile/ann?from=me#top">`,
    '<a rel=me href="//quack.example/profile/ann">',
    '<a rel=me href="https://quack&#46;example/profile/ann">',
    `<a rel=me href="https://other.example"><a rel=me href="${OURS}">`,
    `<svg><a rel=me href="${OURS}"></svg>`,
    `<p title=">"><!-- > --><a rel=me href="${OURS}">`,
  ])('links back: %s', async (html) => {
    expect(await read(html)).toBe(true)
  })

  test.for([
    '',
    `<a href="${OURS}">`,
    `<a rel="meme about-me" href="${OURS}">`,
    `<a rel=me>${OURS}</a>`,
    '<a rel=me href="https://quack.example/profile/annie">',
    '<a rel=me href="https://quack.example/profile/bob">',
    '<a rel=me href="https://quack.example.evil.example/profile/ann">',
    '<a rel=me href="https://quack.example@evil.example/profile/ann">',
    '<a rel=me href="/profile/ann">',
    '<a rel=me href="ftp://quack.example/profile/ann">',
    '<a rel=me href="https://quack.example:8443/profile/ann">',
    '<a rel=me href="http://[">',
    `<area rel=me href="${OURS}"><div rel=me href="${OURS}">`,
    `<!-- <a rel=me href="${OURS}"> -->`,
    `<script>'<a rel=me href="${OURS}">'</script>`,
    `<style><a rel=me href="${OURS}"></style>`,
    // The parser keeps no stack of open elements, so it does not know where it is.
    `<svg><style><a rel=me href="${OURS}"></style></svg>`,
    `<title><a rel=me href="${OURS}"></title>`,
    `<textarea><a rel=me href="${OURS}"></textarea>`,
    `<a rel=me href="${OURS}`,
    `&lt;a rel=me href="${OURS}"&gt;`,
  ])('does not: %s', async (html) => {
    expect(await read(html)).toBe(false)
  })

  test('is read no further than the link', async () => {
    let chunks = 0
    async function* endless() {
      yield Buffer.from(`<a rel=me href="${OURS}">`)
      for (; ; chunks++) yield Buffer.from('more')
    }
    expect(await hasLinkBack(endless(), 'https://ann.example', isOurs)).toBe(true)
    expect(chunks).toBe(0)
  })
})

test.for<[string, string, boolean]>([
  ['https://ann.example', 'https://ann.example/home', true],
  ['http://ann.example', 'https://www.ann.example/', true],
  ['https://ann.example', 'https://evil.example/', false],
  ['https://ann.example', 'https://ann.example:8443/', false],
])('%s that leads to %s is the same site: %s', ([link, found, isSame]) => {
  expect(isSameSite(link, found)).toBe(isSame)
})
