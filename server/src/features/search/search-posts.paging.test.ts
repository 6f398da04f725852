import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { test as base, insertPosts, SEARCH_POSTS } from '../../../test/search.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { putSetting } from '../installation/settings.queries.ts'
import { readPostSearch } from './post-search.ts'
import { indexAll } from './search-index.ts'
import { readStep } from './search-posts.queries.ts'

type Query = { readonly q: string; readonly limit: number; readonly order?: 'best' }

/** The pages of a search. @param between runs after each page */
async function readPages(viewer: TestMember, query: Query, between: (page: number) => Promise<void> = async () => {}) {
  const pages: { texts: string[]; isPartial: boolean; searchedTo: string | null }[] = []
  for (let cursor: string | null = '', count = 0; cursor !== null; count++) {
    const at: { cursor?: string } = cursor === '' ? {} : { cursor }
    const { posts, nextCursor, isPartial, searchedTo } = await viewer.call(SEARCH_POSTS, {
      query: { embed: 0, ...query, ...at },
    })
    pages.push({ texts: posts.map(({ content }) => content), isPartial, searchedTo })
    cursor = nextCursor
    await between(count)
  }
  return pages
}
const textsOf = (pages: readonly { readonly texts: readonly string[] }[]) => pages.flatMap(({ texts }) => texts)

const test = base.extend('insert', ({ app, ann }) => (contents: readonly string[]) => {
  return insertPosts(app.db, Number(ann._id) as MemberId, contents)
})

describe('the pages of a search', () => {
  test('have no post twice and leave none out, while posts are written and deleted', async ({ app, ann, insert }) => {
    const ids = await insert(Array.from({ length: 40 }, (_, index) => `flow ${index}`))
    await indexAll(app.db)
    const pages = await readPages(ann, { q: 'flow', limit: 3 }, async (page) => {
      await writePost(ann, `flow new ${page}`)
      // One that was shown, and one that was not.
      for (const index of [39 - 3 * page, page]) {
        const params = { postId: String(ids[index]) }
        if (3 * page + 3 < 39 - page) await ann.call('DELETE /api/posts/:postId', { params, headers: MINIMAL })
      }
      if (page % 2 === 0) await indexAll(app.db)
    })
    const texts = textsOf(pages)
    expect(new Set(texts).size).toBe(texts.length)
    const kept = Array.from({ length: 30 }, (_, index) => `flow ${39 - index}`)
    expect(texts.slice(0, kept.length)).toEqual(kept)
    expect(texts.some((text) => text.includes('new'))).toBe(false)
  })

  test('say where a broad search has stopped, and go on there to the end', async ({ app, ann, insert }) => {
    const few = ['first one two', ...Array.from({ length: 5_500 }, () => 'two one'), 'last one two']
    const stops = (await insert(few)).map((id) => timestamp(timeOfId(id)))
    for (const isIndexed of [false, true]) {
      if (isIndexed) await indexAll(app.db)
      for (const q of ['from:me "one two"', 'from:me -two', 'from:me two -"two one"']) {
        const pages = await readPages(ann, { q, limit: 10 })
        expect(pages[0]?.isPartial, q).toBe(true)
        expect(pages.at(-1)?.isPartial).toBe(false)
        for (const { isPartial, searchedTo } of pages) {
          if (isPartial) expect(stops).toContain(searchedTo)
          else expect(searchedTo).toBeNull()
        }
        expect(textsOf(pages)).toEqual(q.includes('-two') ? [] : ['last one two', 'first one two'])
      }
    }
    const best = await readPages(ann, { q: 'from:me "one two"', limit: 10, order: 'best' })
    expect(textsOf(best)).toEqual(['last one two', 'first one two'])
  })

  test('have all posts with long texts, which are read in short steps and shown in short pages', async ({
    app,
    ann,
    insert,
  }) => {
    const word = '鸭'.repeat(5_000)
    const contents = Array.from({ length: 60 }, (_, index) => `steps ${index} ${word}`)
    await insert(contents)
    await indexAll(app.db)
    const pages = await readPages(ann, { q: 'from:me steps -pond', limit: 12 })
    expect(textsOf(pages)).toEqual(contents.toReversed())
    const long = await readPages(ann, { q: 'from:me steps', limit: 100 })
    expect(textsOf(long)).toEqual(contents.toReversed())
    expect(long[0]?.texts.length).toBeLessThan(50)
    const search = await readPostSearch(app.db.read, 'steps', Number(ann._id) as MemberId, NOTHING_HIDDEN)
    const read = async (below: number) => readStep(app.db.heavy.search, 'index', { search, below, size: 40 })
    const step = await read(search.below)
    expect(step).toMatchObject({ isCut: true, count: step.posts.length, below: step.posts.at(-1)?.id })
    expect(step.bytes).toBeGreaterThan(100_000)
    expect(step.bytes).toBeLessThan(120_000)
    expect((await read(step.below ?? 0)).posts[0]?.content).toBe(contents.at(-1 - step.posts.length))
  })

  test('say what is not indexed yet, unless nothing of it is asked for', async ({ app, ann, insert }) => {
    const [first = 0 as PostId, second = 0 as PostId] = await insert(['early bird', 'late bird'])
    await indexAll(app.db)
    await app.db.write((transaction) => putSetting(transaction, 'search.posts', second))
    const read = async (q: string) => {
      const { posts, indexedFrom } = await ann.call(SEARCH_POSTS, { query: { q } })
      return [posts.length, indexedFrom]
    }
    const from = timestamp(timeOfId(second) + 999)
    expect(await read('bird')).toEqual([2, from])
    expect(await read('from:me')).toEqual([2, null])
    expect(await read('in:bookmarks bird')).toEqual([0, null])
    expect(await read(`bird after:9999`)).toEqual([0, null])
    await app.db.write((transaction) => putSetting(transaction, 'search.posts', first))
    await indexAll(app.db)
    expect(await read('bird')).toEqual([2, null])
  })
})

describe('the best matches', () => {
  test('are those with more of the words, in shorter texts, in their order', async ({ ann, insert }) => {
    const padding = Array.from({ length: 40 }, () => 'water').join(' ')
    const texts = [
      'teal grebe',
      `teal grebe ${padding}`,
      'grebe teal',
      'teal grebe teal grebe',
      `grebe ${padding} teal`,
    ]
    await insert(texts)
    const [both, long, turned, twice, apart] = texts
    const expected = [twice, both, long, turned, apart]
    for (const limit of [1, 2, 100]) {
      expect(textsOf(await readPages(ann, { q: 'teal grebe', limit, order: 'best' }))).toEqual(expected)
    }
    expect(textsOf(await readPages(ann, { q: 'teal grebe', limit: 2 }))).toEqual([...texts].reverse())
  })

  test('of equal rank are the newest ones; new posts change no page that follows', async ({ ann, insert }) => {
    await insert(['dabchick 1', 'dabchick 2', 'dabchick 3', 'dabchick 4'])
    const pages = await readPages(ann, { q: 'dabchick', limit: 1, order: 'best' }, async (page) => {
      await writePost(ann, `dabchick dabchick ${page}`)
    })
    expect(textsOf(pages)).toEqual(['dabchick 4', 'dabchick 3', 'dabchick 2', 'dabchick 1'])
  })

  test('are chosen from the newest 300', async ({ ann, insert }) => {
    await insert(['moorhen', ...Array.from({ length: 300 }, (_, index) => `a moorhen with words ${index}`)])
    const texts = textsOf(await readPages(ann, { q: 'moorhen', limit: 100, order: 'best' }))
    expect(texts).toHaveLength(300)
    expect(texts).not.toContain('moorhen')
  })
})
