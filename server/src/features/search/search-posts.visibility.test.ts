import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { LIMITED, PRIVATE, PUBLIC, setAudience } from '../../../test/audience.ts'
import { block, follow, like, unblock } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { writePost } from '../../../test/members.ts'
import { EDIT } from '../../../test/post-fixtures.ts'
import { test as base, insertPosts, SEARCH_POSTS } from '../../../test/search.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { hidePosts, showPost } from '../moderation/post-actions.ts'
import { suspend } from '../moderation/suspension.service.ts'
import { indexAll } from './search-index.ts'

/**
 * Ann has written a post with a word that no other post has. Each search for it that finds something finds the post.
 */
const test = base
  .extend('word', ({ ann }) => `only${ann.username}`)
  .extend('postId', async ({ ann, word }) => (await writePost(ann, `A ${word} #${word}`))._id)
  .extend('search', ({ ann, find, word, postId }) => async (viewer: typeof ann, more = '') => {
    expect(postId).toBeDefined()
    const found = await find(viewer, `${word}${more}`)
    for (const q of [`"a ${word}"`, `${word}* -goose`, `tag:${word}`, `${word} from:${ann.username}${more}`]) {
      const isFromUnknown = q.includes('from:') && viewer !== ann && found.length === 0
      if (!isFromUnknown) expect(await find(viewer, q), q).toEqual(found)
    }
    return found.length
  })

describe('a search finds', () => {
  test('posts for followers only for those, and for their author', async ({ app, ann, bob, carl, search }) => {
    for (const columns of [PRIVATE, LIMITED]) {
      await setAudience(app, ann, columns)
      expect(await search(ann)).toBe(1)
      expect(await search(bob)).toBe(0)
      await setAudience(app, ann, PUBLIC)
    }
    await follow(bob, ann)
    await setAudience(app, ann, PRIVATE)
    expect(await search(bob)).toBe(1)
    expect(await search(bob, ' in:following')).toBe(1)
    expect(await search(carl)).toBe(0)
  })

  test('nothing of members who have blocked the viewer, or whom the viewer has blocked', async ({
    ann,
    bob,
    search,
    postId,
    find,
    word,
  }) => {
    await like(bob, postId)
    await bob.call('POST /api/users/bookmark/:id', { params: { id: postId } })
    for (const [by, of] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await block(by, of)
      expect(await search(bob)).toBe(0)
      for (const q of ['in:likes', 'in:bookmarks', `in:bookmarks ${word}`]) expect(await find(bob, q), q).toEqual([])
      await unblock(by, of)
      expect(await search(bob)).toBe(1)
    }
  })

  test('posts of muted members only if the viewer asks for them', async ({ ann, bob, find, word, postId }) => {
    await bob.call('POST /api/users/mute/:id', { params: { id: ann._id }, body: { duration: 'always' } })
    await bob.call('POST /api/users/bookmark/:id', { params: { id: postId } })
    await like(bob, postId)
    expect(await find(bob, word)).toEqual([])
    await follow(bob, ann)
    expect(await find(bob, `${word} in:following`)).toEqual([])
    for (const more of [`from:${ann.username}`, 'in:bookmarks', 'in:likes']) {
      expect(await find(bob, `${word} ${more}`), more).toHaveLength(1)
    }
  })

  test('no posts with muted words, or collapses them, as other lists do', async ({ ann, bob, find, word, postId }) => {
    const mute = (action: 'hide' | 'collapse', phrase: string) =>
      bob.call('POST /api/muted-words', { body: { phrase, action, duration: 'always' } })
    expect(postId).toBeDefined()
    await writePost(bob, `${word} by bob`)
    await mute('hide', word)
    expect(await find(bob, word)).toEqual([`${word} by bob`])
    expect(await find(bob, `${word} from:${ann.username}`)).toHaveLength(1)
    expect(await find(ann, word)).toHaveLength(2)
    await writePost(ann, 'something loud')
    await mute('collapse', 'loud')
    const { posts } = await bob.call(SEARCH_POSTS, { query: { q: '"something loud"' } })
    expect(posts.map(({ mutedWord }) => mutedWord)).toEqual(['loud'])
  })

  test('no posts that a moderator has hidden, also not for their author', async ({ app, ann, bob, search, postId }) => {
    const id = Number(postId) as PostId
    await app.db.write((transaction) => hidePosts(transaction, [id]))
    for (const viewer of [ann, bob]) expect(await search(viewer)).toBe(0)
    await app.db.write(async (transaction) => void (await showPost(transaction, id)))
    for (const viewer of [ann, bob]) expect(await search(viewer)).toBe(1)
  })

  test('no posts of members who have left', async ({ ann, bob, find, word, postId }) => {
    expect(postId).toBeDefined()
    await ann.call('POST /api/account/delete', { body: { password: PASSWORD } })
    expect(await find(bob, word)).toEqual([])
  })

  test('no posts of a member who has just left, which do not take a place of the page either', async ({
    app,
    ann,
    bob,
    carl,
    word,
    postId,
  }) => {
    await writePost(carl, `Another ${word}`)
    await app.db.write((transaction) =>
      transaction
        .updateTable('members')
        .set({ deleted_at: Date.now() })
        .where('id', '=', Number(carl._id) as MemberId)
        .execute(),
    )
    for (const viewer of [ann, bob]) {
      const { posts } = await viewer.call(SEARCH_POSTS, { query: { q: word, limit: 1 } })
      expect(posts.map(({ _id }) => _id)).toEqual([postId])
    }
  })

  test('no sign of posts that the viewer may not see, also where it stops among them', async ({
    app,
    ann,
    bob,
    carl,
  }) => {
    const start = Date.UTC(2025, 5, 1)
    const at = (offset: number) => app.db.ids.at<PostId>(start + offset * 1_000)
    const many = Array.from({ length: 5_200 }, () => 'heron nest')
    await insertPosts(app.db, Number(ann._id) as MemberId, ['heron first', 'heron last'], (index) => at(index * 10_000))
    const unseen = await insertPosts(app.db, Number(carl._id) as MemberId, many, (index) => at(index + 1))
    await setAudience(app, carl, PRIVATE)
    const read = async (q: string, order: 'newest' | 'best', cursor?: string) => {
      const query = { q, order, limit: 10, embed: 0, ...(cursor !== undefined && { cursor }) }
      const { posts, ...page } = await bob.call(SEARCH_POSTS, { query })
      const told = (page.nextCursor ?? '').split('.').map((part) => Number.parseInt(part, 36))
      expect(told.filter((id) => id >= (unseen[0] ?? 0) - 1 && id <= (unseen.at(-1) ?? 0))).toEqual([])
      return { texts: posts.map(({ content }) => content), ...page }
    }
    for (const isIndexed of [false, true]) {
      if (isIndexed) await indexAll(app.db)
      for (const order of ['newest', 'best'] as const) {
        for (const q of ['-goose before:2025-06-10', 'heron -goose']) {
          const first = await read(q, order)
          const searchedTo = timestamp(start + 10_000_000)
          expect(first).toMatchObject({ texts: ['heron last'], isPartial: true, searchedTo })
          const second = await read(q, order, first.nextCursor ?? '')
          expect(second).toMatchObject({ texts: ['heron first'], nextCursor: null, isPartial: false, searchedTo: null })
        }
        for (const q of ['', 'heron ', 'has:link ']) {
          const none = { texts: [], nextCursor: null, isPartial: false, searchedTo: null }
          expect(await read(`${q}-goose from:${carl.username}`, order)).toMatchObject(none)
        }
      }
    }
    // Among posts none of which the viewer may see, it has come nowhere.
    const before = timestamp(Date.now())
    const { searchedTo, ...page } = await read('nest -goose', 'newest')
    expect(page).toMatchObject({ texts: [], isPartial: true })
    expect(before <= (searchedTo ?? '') && (searchedTo ?? '') <= timestamp(Date.now())).toBe(true)
    expect(await read('nest -goose', 'newest', page.nextCursor ?? '')).toMatchObject({ texts: [], nextCursor: null })
  })

  test('posts of suspended members', async ({ app, ann, bob, find, word, postId }) => {
    expect(postId).toBeDefined()
    await suspend(app.db, Number(ann._id) as MemberId)
    expect(await find(bob, word)).toHaveLength(1)
  })
})

describe('immediately after the answer to its write, a search', () => {
  test('finds a new post', async ({ bob, search }) => {
    expect(await search(bob)).toBe(1)
  })

  test('finds an edited post by its new words alone', async ({ ann, bob, find, word, postId }) => {
    expect(await find(bob, word)).toHaveLength(1)
    const body = { postData: { content: `Now new${word}`, alt: '' } }
    await ann.call(EDIT, { params: { postId }, body, headers: MINIMAL })
    for (const q of [word, `"a ${word}"`, `tag:${word}`, `from:${ann.username} ${word}`]) {
      expect(await find(bob, q), q).toEqual([])
    }
    for (const q of [`new${word}`, `"now new${word}"`, `new${word}*`]) expect(await find(bob, q), q).toHaveLength(1)
  })

  test('finds no deleted post', async ({ ann, bob, search, postId }) => {
    expect(await search(bob)).toBe(1)
    await ann.call('DELETE /api/posts/:postId', { params: { postId }, headers: MINIMAL })
    expect(await search(bob)).toBe(0)
  })
})
