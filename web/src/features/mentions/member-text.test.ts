import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { MemberText } from './member-text.tsx'

const PIECES = [
  ...['a', 'Z', '9', ' ', '\n', '\n', '.', '-', '_', '/', '=', '(', ')', '\\', '\t'],
  ...['<', '>', '"', "'", '&', '<b>', '</p>', '<img src=x onerror=alert(1)>', '<script>', '<!--', ']]>', '{{a}}'],
  ...['&lt;', '&#60;', '&quot;', '&amp;lt;', '%3Cb%3E', 'javascript:alert(1)', 'data:text/html,<b>', ' onclick="x"'],
  ...['http://', 'https://x.example', 'https://x.example/"><b>', 'www.', '//x', '?a=1&b=2', '#frag', 'https://[', '%'],
  ...[
    '@',
    '@ann',
    '@ANN.lee',
    '@bob',
    '@ann@ann',
    '#',
    '＃',
    '#duck',
    '#ברווז',
    '#&lt;',
    '`',
    '```',
    '**',
    '_a_',
    '[x](y)',
  ],
  ...['\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...[
    '\u061c',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u200d',
    'שלום',
    'مرحبا',
    '鸭',
    'e\u0301',
    '🦆',
    '\ud83e',
    '\udd86',
    '\0',
  ],
]

/** The opening tags that a text may have. Attributes are compared in full, addresses by their beginning. */
const LINK_CLASS = 'class="rounded-sm text-accent underline decoration-1 underline-offset-2"'
const TAG = new RegExp(
  [
    '<p dir="auto" class="whitespace-pre-wrap \\[overflow-wrap:anywhere\\] ">',
    '<span dir="(?:ltr|rtl)" class="block">',
    '<bdi>',
    `<a ${LINK_CLASS} href="/(?:profile|tag)/[^"<>/]+" data-discover="true">`,
    `<a href="https?://[^"<>\\s]+" target="_blank" rel="nofollow noopener" ${LINK_CLASS}>`,
    '</(?:p|span|bdi|a)>',
  ].join('|'),
  'g',
)
const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
const BATCH = 500

test('10,000 texts are rendered as they are, in the expected elements alone', () => {
  let seed = 18
  const next = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  let links = 0
  let blocks = 0
  for (let round = 0; round < 10_000; round += BATCH) {
    const texts = Array.from({ length: BATCH }, () =>
      Array.from({ length: 1 + next(16) }, () => PIECES[next(PIECES.length)]).join(''),
    )
    const items = texts.map((text, key) =>
      createElement('li', { key }, createElement(MemberText, { text, mentions: ['ann', 'ann.lee', 'Bob'] })),
    )
    const markup = renderToStaticMarkup(createElement(MemoryRouter, null, items))
    const rendered = markup.slice('<li>'.length, -'</li>'.length).split('</li><li>')
    expect(rendered).toHaveLength(BATCH)
    for (const [index, html] of rendered.entries()) {
      links += html.split('<a ').length - 1
      blocks += html.split('<span ').length - 1
      const left = html.replaceAll(TAG, '')
      const shown = left.replaceAll(/&([a-z]+|#x27);/g, (whole, name) => CHARACTERS[name] ?? whole)
      if (/[<>]/.test(left) || shown !== texts[index]) expect.fail(JSON.stringify({ text: texts[index], html }))
      if (/<a (?:(?!<\/a>).)*<a /s.test(html)) expect.fail(html)
    }
  }
  // So that the texts have what is tested.
  expect(links).toBeGreaterThan(5_000)
  expect(blocks).toBeGreaterThan(2_000)
})
