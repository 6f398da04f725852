import { expect, test } from 'vitest'
import { htmlOf } from './html.ts'

const ann = { username: 'Ann', url: 'https://quack.example/profile/Ann' }
const references = { mentioned: new Map([['ann', ann]]), tagUrl: (tag: string) => `https://quack.example/tag/${tag}` }
const made = (text: string) => htmlOf(text, references)

/** As an app reads a text back. */
function textOf(html: string): string {
  return html
    .replaceAll('</p><p>', '\n\n')
    .replaceAll('<br />', '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

test.each([
  ['One line', '<p>One line</p>'],
  ['One\nTwo\n\nThree', '<p>One<br />Two</p><p>Three</p>'],
  ['<b>&amp; "it\'s"', '<p>&#60;b&#62;&#38;amp; &#34;it&#39;s&#34;</p>'],
  [
    'Hi @ann.',
    '<p>Hi <span class="h-card"><a href="https://quack.example/profile/Ann" class="u-url mention">@<span>ann</span></a></span>.</p>',
  ],
  ['Hi @bob', '<p>Hi @bob</p>'],
  [
    'A #Duck',
    '<p>A <a href="https://quack.example/tag/Duck" class="mention hashtag" rel="tag">#<span>Duck</span></a></p>',
  ],
  [
    'See https://a.example/?b=1&c=2.',
    '<p>See <a href="https://a.example/?b=1&#38;c=2" rel="nofollow noopener" target="_blank">https://a.example/?b=1&#38;c=2</a>.</p>',
  ],
  ['', ''],
])('%j is %s', (text, html) => {
  expect(made(text)).toBe(html)
})

test.each(['a\n\n\nb', '\n\na\n', 'a\n\n\n\n\nb', '@ann@bob #a#b https://x.example/#y', '<p>&#60;</p>'])(
  '%j is read back as it was',
  (text) => {
    expect(textOf(made(text))).toBe(text)
  },
)
