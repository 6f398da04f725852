import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { writePost } from '../../../test/members.ts'
import { insertPosts, SEARCH_POSTS, test } from '../../../test/search.ts'
import type { MemberId } from '../../database/schema.ts'
import { indexAll } from './search-index.ts'

describe('a search in more bookmarks than are read one by one', () => {
  test('finds the same before and after they are indexed, after an edit, and to the end', async ({ app, ann, bob }) => {
    const [author, reader] = [ann, bob].map(({ _id }) => Number(_id) as MemberId) as [MemberId, MemberId]
    const contents = Array.from({ length: 1_200 }, (_, index) => `${index % 400 === 7 ? 'rare' : 'plain'} ${index}`)
    await insertPosts(app.db, author, contents)
    const bookmarkAll = sql`
      insert into bookmarks (member_id, post_id, at) select cast(${reader} as bigint), id, id from posts
      where author_id = ${author} and id not in (select post_id from bookmarks where member_id = ${reader})`
    await app.db.write((transaction) => bookmarkAll.execute(transaction))
    const find = async (q: string) => {
      const { posts, nextCursor } = await bob.call(SEARCH_POSTS, { query: { embed: 0, limit: 2, q } })
      const next = nextCursor
        ? await bob.call(SEARCH_POSTS, { query: { embed: 0, limit: 2, q, cursor: nextCursor } })
        : null
      return [...posts, ...(next?.posts ?? [])].map(({ content }) => content)
    }
    const rare = ['rare 807', 'rare 407', 'rare 7']
    expect(await find('in:bookmarks rare')).toEqual(rare)
    await indexAll(app.db)
    expect(await find('in:bookmarks rare')).toEqual(rare)
    expect(await find('in:bookmarks rare -407')).toEqual(['rare 807', 'rare 7'])
    const { _id: postId } = await writePost(ann, 'common words')
    await bob.call('POST /api/users/bookmark/:id', { params: { id: postId } })
    await indexAll(app.db)
    await ann.call('POST /api/posts/edit/:postId', {
      params: { postId },
      body: { postData: { content: 'rare words' } },
    })
    expect(await find('in:bookmarks rare')).toEqual(['rare words', ...rare])
    expect(await find('in:bookmarks common')).toEqual([])
  })
})
