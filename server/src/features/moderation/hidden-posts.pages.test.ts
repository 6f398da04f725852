import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import type { PostId } from '../../database/schema.ts'
import { hidePosts, showPost } from './post-actions.ts'

const test = base
  .extend('setHidden', ({ app }) => (ids: readonly string[], isHidden: boolean) => {
    return app.db.write(async (transaction) => {
      const posts = ids.map((id) => Number(id) as PostId)
      if (isHidden) await hidePosts(transaction, posts)
      else for (const id of posts) await showPost(transaction, id)
    })
  })
  // Ann's six posts, the oldest first. Bob follows her and has bookmarked them in this order.
  .extend('posts', async ({ ann, bob }) => {
    await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    const posts: string[] = []
    for (let count = 0; count < 6; count++) posts.push((await writePost(ann))._id)
    for (const id of posts) await bob.call('POST /api/users/bookmark/:id', { params: { id } })
    return posts
  })

interface Page {
  readonly posts: readonly { readonly _id: string }[]
  readonly nextCursor: string | null
}
type ReadPage = (query: { limit: number; embed: number; cursor?: string }) => Promise<Page>

/** Lists that have Ann's posts alone, for Bob, and the order of their posts. */
function listsOf(ann: TestMember, bob: TestMember): [string, 'newest' | 'oldest', ReadPage][] {
  const params = { username: ann.username }
  const feed = (sort: 'latest' | 'oldest' | 'trending'): ReadPage => {
    return (query) => bob.call('GET /api/feed', { query: { ...query, sort } })
  }
  return [
    ['of the author', 'newest', (query) => bob.call('GET /api/posts/user/:username', { params, query })],
    ['bookmarks', 'newest', (query) => bob.call('GET /api/bookmarks', { query })],
    ['latest', 'newest', feed('latest')],
    ['oldest', 'oldest', feed('oldest')],
    ['trending', 'newest', feed('trending')],
  ]
}

/** The ids on each page, from the first page on. */
async function readPages(read: ReadPage, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: Page = await read({ limit, embed: 0, ...(cursor === undefined ? {} : { cursor }) })
    pages.push(page.posts.map(({ _id }) => _id))
    cursor = page.nextCursor
  }
  return pages
}

describe('hidden posts', () => {
  test('leave no gaps in the pages of lists, whether these were read before or not', async ({
    ann,
    bob,
    posts,
    setHidden,
  }) => {
    const [p0 = '', p1 = '', p2 = '', p3 = '', p4 = '', p5 = ''] = posts
    const expectPages = async (newest: string[][], oldest: string[][]) => {
      // The second time, pages come from the caches.
      for (let round = 0; round < 2; round++) {
        for (const [name, order, read] of listsOf(ann, bob))
          expect([name, await readPages(read, 2)]).toEqual([name, order === 'newest' ? newest : oldest])
      }
    }
    const expectAll = () =>
      expectPages(
        [
          [p5, p4],
          [p3, p2],
          [p1, p0],
        ],
        [
          [p0, p1],
          [p2, p3],
          [p4, p5],
        ],
      )
    await expectAll()
    await setHidden([p1, p4], true)
    await expectPages(
      [
        [p5, p3],
        [p2, p0],
      ],
      [
        [p0, p2],
        [p3, p5],
      ],
    )
    await setHidden([p0, p5], true)
    await expectPages([[p3, p2]], [[p2, p3]])
    await setHidden([p0, p1, p4, p5], false)
    await expectAll()
  })

  test('leave no gaps in the lists of all posts', async ({ app, bob, posts, setHidden }) => {
    const query = { limit: 2, embed: 0 }
    const expectFirst = async (expected: readonly string[]) => {
      // The second time, pages come from the caches.
      for (const reader of [app.visitor, bob, app.visitor, bob]) {
        for (const route of ['GET /api/posts', 'GET /api/explore'] as const)
          expect((await reader.call(route, { query })).posts.map(({ _id }) => _id)).toEqual(expected)
      }
    }
    const newest = posts.toReversed()
    await expectFirst(newest.slice(0, 2))
    await setHidden(newest.slice(0, 3), true)
    await expectFirst(newest.slice(3, 5))
    await setHidden(newest.slice(0, 3), false)
    await expectFirst(newest.slice(0, 2))
  })
})
