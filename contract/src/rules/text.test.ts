import { expect, test } from 'vitest'
import { COMMENT_MAX_LENGTH, POST_MAX_LENGTH } from './limits.ts'
import { isBlank, isCommentable, isPostable } from './text.ts'

test.each([
  ['nothing', '', true],
  ['spaces', ' \n\t\u00a0\u3000', true],
  ['invisible characters', '\u200b\u2060\ufeff', true],
  ['control characters', '\u0007\u007f\u0085', true],
  ['fillers', '\u115f\u1160\u3164\uffa0', true],
  ['an empty Braille pattern', '\u2800', true],
  ['variation selectors and tags', '\ufe0f\u{e0041}\u{e0100}', true],
  ['a letter among them', '\u200b\u0007 a', false],
  ['an emoji', '🦆', false],
])('a text of %s is blank or not', (_, text, expected) => {
  expect(isBlank(text)).toBe(expected)
})

test('a post and a comment may have exactly their greatest length', () => {
  const canPost = (length: number) => isPostable({ content: 'a'.repeat(length), mediaUrl: '' })
  expect([canPost(POST_MAX_LENGTH), canPost(POST_MAX_LENGTH + 1)]).toEqual([true, false])
  const canComment = (length: number) => isCommentable('a'.repeat(length))
  expect([canComment(COMMENT_MAX_LENGTH), canComment(COMMENT_MAX_LENGTH + 1)]).toEqual([true, false])
})
