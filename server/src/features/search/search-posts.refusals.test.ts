import type { ErrorCode } from '@quack/contract'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { answerOf, block } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'

const PATH = '/api/search/posts'
const test = base.extend('refuse', ({ ann }) => async (query: Record<string, string>) => {
  return asRefusal(await ann.send({ url: PATH, query }))
})

describe('a search for posts is refused', () => {
  const PROBLEMS: readonly (readonly [string, ErrorCode])[] = [
    ['…', 'searchEmpty'],
    ['a b c d e f g h i j k', 'searchTooLong'],
    ['d*', 'searchPrefixTooShort'],
    ['from:!', 'searchFromInvalid'],
    ['has:sound', 'searchHasInvalid'],
    ['in:there', 'searchInInvalid'],
    ['lang:german', 'searchLangInvalid'],
    ['tag:!', 'searchTagInvalid'],
    ['before:yesterday', 'searchDateInvalid'],
    ['after:2026-02-30', 'searchDateInvalid'],
    ['from:me from:me', 'searchRepeated'],
    ['-from:me', 'searchExclusionInvalid'],
  ]
  test.for(PROBLEMS)('with %s as %s', async ([q, code], { refuse }) => {
    expect(await refuse({ q })).toEqual(refusal(code))
    expect(await refuse({ q, order: 'best' })).toEqual(refusal(code))
  })

  test('if it is too long, or in no known order', async ({ refuse }) => {
    const queries: Record<string, string>[] = [{ q: 'x'.repeat(201) }, { q: '' }, { q: 'duck', order: 'oldest' }, {}]
    for (const query of queries) {
      expect((await refuse(query)).status).toBe(400)
    }
  })

  test('with a cursor of another order, search or viewer, or a forged one', async ({ ann, bob, refuse }) => {
    for (const text of ['one duck', 'two ducks and a duck']) await writePost(ann, text)
    const q = 'duck'
    for (const [order, other] of [
      ['newest', 'best'],
      ['best', 'newest'],
    ] as const) {
      const { nextCursor } = await ann.call('GET /api/search/posts', { query: { q, order, limit: 1 } })
      const cursor = nextCursor ?? ''
      expect((await ann.send({ url: PATH, query: { q, order, cursor } })).status).toBe(200)
      expect(await refuse({ q, order: other, cursor })).toEqual(refusal('cursorInvalid'))
      expect(await refuse({ q: 'ducks', order, cursor })).toEqual(refusal('cursorInvalid'))
      const query = { q, order, cursor }
      expect(asRefusal(await bob.send({ url: PATH, query }))).toEqual(refusal('cursorInvalid'))
    }
    for (const cursor of ['search.1', 'search.1.1', 'best.1.1.1', 'A'.repeat(60)]) {
      expect(await refuse({ q, cursor })).toEqual(refusal('cursorInvalid'))
    }
  })

  test('from a member who does not exist, has left or is blocked: with the same answer', async ({
    ann,
    bob,
    carl,
    member,
  }) => {
    const gone = await member('gone')
    await gone.call('POST /api/account/delete', { body: { password: PASSWORD } })
    await block(ann, bob)
    await block(carl, ann)
    const nobody = await answerOf(ann, 'GET', `${PATH}?q=from:nobody`)
    expect(asRefusal(nobody)).toEqual(refusal('searchFromUnknown'))
    for (const { username } of [gone, bob, carl]) {
      expect(await answerOf(ann, 'GET', `${PATH}?q=duck+from:${username}`)).toEqual(nobody)
    }
  })
})
