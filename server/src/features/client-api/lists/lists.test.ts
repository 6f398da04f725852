import type { Account, Relationship, SearchResults, Status, Tag } from '@quack/contract/client-api/entities'
import { EDIT_GRACE_MS, POST_MAX_LENGTH } from '@quack/contract/rules/limits'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { PRIVATE, setAudience } from '../../../../test/audience.ts'
import { block, comment, follow, like, MINIMAL } from '../../../../test/blocks.ts'
import { test as base, linksOf } from '../../../../test/client-api.ts'
import { setPrivate } from '../../../../test/follow-requests.ts'
import { signUp, type TestMember, writePost } from '../../../../test/members.ts'
import { repost } from '../../../../test/reposts.ts'
import { createTestClock } from '../../../../test/test-clock.ts'
import { edit, editComment } from '../../../../test/versions.ts'

type Reader = <Body>(url: string) => Promise<{ status: number; body: Body; link: unknown }>
type Listed = { readonly id: string }

const test = base
  .extend('clock', { scope: 'file' }, createTestClock())
  .extend('options', { scope: 'file' }, ({ clock }) => ({ clock }))
  .extend('crowd', ({ app }) => Promise.all([1, 2, 3, 4, 5].map(() => signUp(app))))

/** The pages of a list as an app reads it: down from its beginning two by two, and up again from the last. */
async function walk(read: Reader, url: string) {
  const pages: { down: string[][]; up: string[][] } = { down: [], up: [] }
  let last: string | undefined
  let address: string | undefined = `${url}${url.includes('?') ? '&' : '?'}limit=2`
  const follow = async (from: string, way: 'down' | 'up') => {
    const { status, body, link } = await read<Listed[]>(from)
    expect(status, from).toBe(200)
    if (body.length > 0) pages[way].push(body.map(({ id }) => id))
    else expect(way, `an empty page of ${from}`).toBe('up')
    return linksOf(link)
  }
  while (address) {
    const links = await follow(address, 'down')
    address = links.get('next')
    last = links.get('prev')
  }
  while (last) last = (await follow(last, 'up')).get('prev')
  return pages
}

/** Upward, pages end at the beginning of the list. */
async function expectList(read: Reader, url: string, ids: readonly string[]) {
  const pagesOf = (all: readonly string[]) =>
    Array.from({ length: Math.ceil(all.length / 2) }, (_, page) => all.slice(2 * page, 2 * page + 2))
  const [down, above] = [pagesOf(ids), ids.slice(0, 2 * Math.ceil(ids.length / 2) - 2)]
  expect(await walk(read, url), url).toEqual({ down, up: pagesOf(above).toReversed() })
}

const idsOf = async (read: Reader, url: string) => (await read<Listed[]>(url)).body.map(({ id }) => id)
const bookmark = (member: TestMember, postId: string) =>
  member.call('PUT /api/posts/:postId/bookmark', { params: { postId } })

describe('timelines', () => {
  test('are pages both ways of all posts, of a hashtag and of an account', async ({ ann, bob, carl, clientOf }) => {
    const read = await clientOf(carl)
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift((await writePost(bob, `#Teal ${count}`))._id)
    await comment(bob, ids[0] ?? '', 'No post')
    await expectList(read, '/api/v1/timelines/tag/teal', ids)
    await expectList(read, `/api/v1/accounts/${bob._id}/statuses`, ids)
    const other = (await writePost(ann))._id
    const since = `&min_id=${BigInt(ids.at(-1) ?? 0) - 1n}`
    expect((await idsOf(read, `/api/v1/timelines/public?limit=40${since}`)).slice(0, 6)).toEqual([other, ...ids])
    expect(await idsOf(read, `/api/v1/timelines/public?limit=2${since}`)).toEqual(ids.slice(3))
    expect(await idsOf(read, `/api/v1/timelines/public?limit=2`)).toEqual([other, ids[0]])
    expect(await idsOf(read, '/api/v1/timelines/public?remote=true')).toEqual([])
    expect((await read('/api/v1/timelines/tag/teal?any[]=duck')).status).toBe(422)
    expect((await read('/api/v1/timelines/list/1')).status).toBe(404)
  })

  test('of all posts are of the languages that the member has chosen, both ways', async ({ bob, carl, clientOf }) => {
    const read = await clientOf(carl)
    const ids: string[] = []
    for (const lang of ['de', 'fr', 'de-AT', '', 'fr', 'de']) {
      const body = { postData: { content: lang || 'none', lang } }
      const { post } = await bob.call('POST /api/posts', { body, headers: MINIMAL })
      if (lang !== 'fr') ids.unshift(post?._id ?? '')
    }
    await carl.call('POST /api/account/languages', { body: { languages: ['de'] } })
    const since = `min_id=${BigInt(ids.at(-1) ?? 0) - 1n}`
    expect(await idsOf(read, `/api/v1/timelines/public?limit=3`)).toEqual(ids.slice(0, 3))
    expect(await idsOf(read, `/api/v1/timelines/public?limit=2&${since}`)).toEqual(ids.slice(2))
    expect(await idsOf(read, `/api/v1/timelines/public?max_id=${ids[0]}&${since}`)).toEqual(ids.slice(1))
  })

  test('of an account have its media, a hashtag or the pinned post alone', async ({ app, ann, bob, clientOf }) => {
    const read = await clientOf(ann)
    const [first, second, third] = [await writePost(bob, '#one'), await writePost(bob), await writePost(bob, '#one')]
    const id = Number(second._id) as never
    await app.db.write((transaction) =>
      transaction
        .updateTable('posts')
        .set({ media_url: 'https://media.example/1.png', media_type: 'image' })
        .where('id', '=', id)
        .execute(),
    )
    const url = `/api/v1/accounts/${bob._id}/statuses`
    await expectList(read, `${url}?only_media=true`, [second._id])
    await expectList(read, `${url}?tagged=One`, [third._id, first._id])
    expect(await idsOf(read, '/api/v1/timelines/public?only_media=true&limit=1')).toEqual([second._id])
    expect(await idsOf(read, '/api/v1/timelines/tag/one?only_media=true')).toEqual([])
    expect(await idsOf(read, `${url}?pinned=true`)).toEqual([])
    await bob.call('POST /api/posts/pin/:postId', { params: { postId: first._id }, headers: MINIMAL })
    expect((await read<Status[]>(`${url}?pinned=true`)).body).toMatchObject([{ id: first._id, pinned: true }])
  })

  test('of those who show their posts to followers alone are empty for others', async ({
    app,
    ann,
    bob,
    carl,
    clientOf,
  }) => {
    await follow(carl, bob)
    const post = await writePost(bob, '#closed')
    await setAudience(app, bob, PRIVATE)
    const [stranger, follower] = [await clientOf(ann), await clientOf(carl)]
    for (const [list, ids] of [
      ['statuses', [post._id]],
      ['followers', [carl._id]],
      ['following', []],
    ] as const) {
      expect(await idsOf(stranger, `/api/v1/accounts/${bob._id}/${list}`)).toEqual([])
      expect(await idsOf(follower, `/api/v1/accounts/${bob._id}/${list}`)).toEqual(ids)
    }
    expect(await idsOf(stranger, `/api/v1/statuses?id[]=${post._id}`)).toEqual([])
    expect(await idsOf(follower, '/api/v1/timelines/tag/closed')).toEqual([])
  })

  test('leave out what a muted word hides, and go on below it', async ({ ann, bob, clientOf }) => {
    const read = await clientOf(ann)
    const kept = [await writePost(bob, '#words 1'), await writePost(bob, '#words 2')]
    for (let count = 0; count < 5; count++) await writePost(bob, '#words goose')
    const body = { phrase: 'goose', action: 'hide', duration: 'always' } as const
    await ann.call('POST /api/muted-words', { body })
    expect(await idsOf(read, '/api/v1/timelines/tag/words?limit=1')).toEqual([kept[1]?._id])
    await follow(ann, bob)
    expect(await idsOf(read, '/api/v1/timelines/home?limit=1')).toEqual([kept[1]?._id])
  })
})

describe('lists of statuses', () => {
  test('are the own bookmarks and likes', async ({ ann, bob, carl, clientOf }) => {
    const read = await clientOf(ann)
    const posts = [await writePost(bob), await writePost(carl), await writePost(bob)]
    for (let count = 0; count < 2; count++) posts.push(await writePost(bob))
    const ids = posts.map(({ _id }) => _id)
    for (const id of ids.toReversed()) {
      await bookmark(ann, id)
      await like(ann, id)
    }
    await expectList(read, '/api/v1/bookmarks', ids)
    await expectList(read, '/api/v1/favourites', ids.toReversed())
    await block(carl, ann)
    await expectList(read, '/api/v1/bookmarks', ids.toSpliced(1, 1))
    await expectList(read, '/api/v1/favourites', ids.toSpliced(1, 1).toReversed())
  })

  test('are those that ids name, in their order, as far as the viewer sees them', async ({
    ann,
    bob,
    carl,
    clientOf,
  }) => {
    const read = await clientOf(ann)
    const [post, other] = [await writePost(bob), await writePost(carl)]
    const id = await comment(carl, post._id, 'A comment')
    const url = `/api/v1/statuses?id[]=${other._id}&id[]=${id}&id[]=1&id[]=x&id[]=${post._id}`
    expect(await idsOf(read, url)).toEqual([other._id, id, post._id])
    await block(carl, ann)
    expect(await idsOf(read, url)).toEqual([post._id])
    expect((await read(`/api/v1/statuses?${'id[]=1&'.repeat(21)}`)).status).toBe(422)
  })

  test('have a history, which begins with the first version', async ({ ann, bob, clock, clientOf }) => {
    const read = await clientOf(ann)
    const { _id: id } = await writePost(bob, 'First')
    const version = { content: '<p>First</p>', account: { id: bob._id }, media_attachments: [], emojis: [] }
    expect((await read(`/api/v1/statuses/${id}/history`)).body).toMatchObject([version])
    expect((await read(`/api/v1/statuses/${id}`)).body).toMatchObject({ edited_at: null })
    const commentId = await comment(bob, id, 'One')
    clock.jump(2 * EDIT_GRACE_MS)
    await edit(bob, id, { content: 'Second', warning: 'Mud', mediaUrl: 'https://example.com/a.png', type: 'image' })
    await editComment(bob, id, commentId, 'Two')
    expect((await read(`/api/v1/statuses/${id}/history`)).body).toMatchObject([
      { ...version, spoiler_text: '', sensitive: false },
      { content: '<p>Second</p>', spoiler_text: 'Mud', sensitive: true, media_attachments: [{ type: 'image' }] },
    ])
    expect((await read(`/api/v1/statuses/${commentId}/history`)).body).toMatchObject([
      { content: '<p>One</p>' },
      { content: '<p>Two</p>' },
    ])
    expect((await read(`/api/v1/statuses/${id}`)).body).toMatchObject({ edited_at: expect.any(String) })
    // Of versions that do not fit into one answer, the first is not left out.
    for (let count = 1; count <= 50; count++) await edit(bob, id, `${count} ${'x'.repeat(POST_MAX_LENGTH - 3)}`)
    const history = (await read(`/api/v1/statuses/${id}/history`)).body as { content: string }[]
    expect(history.length).toBeLessThan(50)
    expect([history[0], history.at(-1)]).toMatchObject([version, { content: expect.stringContaining('<p>50 ') }])
    expect(history[1]?.content).toContain(`<p>${52 - history.length} `)
    for (const list of ['history', 'reblogged_by', 'favourited_by']) {
      expect((await read(`/api/v1/statuses/1/${list}`)).status).toBe(404)
    }
  })
})

describe('lists of accounts', () => {
  test('are who likes or has reposted a post, or has upvoted a comment', async ({ ann, bob, crowd, clientOf }) => {
    const read = await clientOf(ann)
    const post = await writePost(bob)
    const commentId = await comment(bob, post._id, 'A comment')
    for (const member of crowd) {
      await like(member, post._id)
      await repost(member, post._id)
      const write = await clientOf(member)
      expect((await write(`/api/v1/statuses/${commentId}/favourite`, 'POST')).status).toBe(200)
    }
    const params = { postId: post._id, commentId }
    await ann.call('PUT /api/comments/:postId/:commentId/vote', { params, body: { vote: 'down' } })
    const newest = crowd.map(({ _id }) => _id).toReversed()
    await expectList(read, `/api/v1/statuses/${post._id}/favourited_by`, newest)
    await expectList(read, `/api/v1/statuses/${post._id}/reblogged_by`, newest)
    expect((await read(`/api/v1/statuses/${commentId}/reblogged_by`)).body).toEqual([])
    await expectList(read, `/api/v1/statuses/${commentId}/favourited_by`, newest)
  })

  test('are who follows whom', async ({ ann, bob, crowd, clientOf }) => {
    const read = await clientOf(ann)
    for (const member of crowd) {
      await follow(member, bob)
      await follow(bob, member)
    }
    const newest = crowd.map(({ _id }) => _id).toReversed()
    await expectList(read, `/api/v1/accounts/${bob._id}/followers`, newest)
    await expectList(read, `/api/v1/accounts/${bob._id}/following`, newest)
    const ids = crowd.map(({ _id }) => `id[]=${_id}`).join('&')
    expect(await idsOf(read, `/api/v1/accounts?${ids}&id[]=1`)).toEqual(newest.toReversed())
    expect((await read(`/api/v1/accounts/familiar_followers?id[]=${bob._id}`)).body).toEqual([
      { id: bob._id, accounts: [] },
    ])
  })

  test('are whom the viewer has blocked or muted', async ({ ann, crowd, clientOf }) => {
    const read = await clientOf(ann)
    const newest = crowd.map(({ _id }) => _id).toReversed()
    for (const { _id: id } of crowd) await read(`/api/v1/accounts/${id}/mute`, 'POST')
    await expectList(read, '/api/v1/mutes', newest)
    for (const { _id: id } of crowd) await read(`/api/v1/accounts/${id}/block`, 'POST')
    await expectList(read, '/api/v1/blocks', newest)
    const [blocked] = (await read<Account[]>('/api/v1/blocks')).body
    expect(blocked).toMatchObject({ username: crowd[4]?.username, note: '', followers_count: 0 })
  })

  test('are who asks to follow the viewer, who answers', async ({ ann, bob, crowd, clientOf }) => {
    const read = await clientOf(ann)
    await setPrivate(ann, true)
    for (const member of crowd) await follow(member, ann)
    const [first = '', second = '', ...rest] = crowd.map(({ _id }) => _id)
    await expectList(read, '/api/v1/follow_requests', [first, second, ...rest].toReversed())
    const relation = async (id: string) =>
      (await read<Relationship[]>(`/api/v1/accounts/relationships?id[]=${id}`)).body[0]
    expect(await relation(first)).toMatchObject({ requested_by: true, followed_by: false })
    expect(await relation(bob._id)).toMatchObject({ requested_by: false })
    const accepted = await read<Relationship>(`/api/v1/follow_requests/${first}/authorize`, 'POST')
    expect(accepted.body).toMatchObject({ requested_by: false, followed_by: true })
    const rejected = await read<Relationship>(`/api/v1/follow_requests/${second}/reject`, 'POST')
    expect(rejected.body).toMatchObject({ requested_by: false, followed_by: false })
    expect((await read(`/api/v1/follow_requests/${second}/authorize`, 'POST')).status).toBe(404)
    await expectList(read, '/api/v1/follow_requests', rest.toReversed())
  })

  test('are suggestions, without those whom the viewer follows', async ({ ann, bob, carl, clientOf }) => {
    const read = await clientOf(ann)
    await follow(ann, bob)
    await follow(bob, carl)
    const url = '/api/v2/suggestions?limit=40'
    const { body } = await read<{ source: string; sources: string[]; account: Account }[]>(url)
    expect(body[0]).toMatchObject({
      source: 'past_interactions',
      sources: ['friends_of_friends'],
      account: { id: carl._id },
    })
    expect(body.map(({ account }) => account.id)).not.toContain(bob._id)
    expect(await idsOf(read, '/api/v1/suggestions?limit=1')).toEqual([carl._id])
  })
})

describe('hashtags', () => {
  test('are followed by any spelling', async ({ ann, bob, clientOf }) => {
    const read = await clientOf(ann)
    await writePost(bob, '#CamelCase')
    const tag = { id: 'camelcase', name: 'CamelCase', url: 'http://localhost/tag/CamelCase', history: [] }
    expect((await read('/api/v1/tags/camelcase')).body).toEqual({ ...tag, following: false })
    expect((await read('/api/v1/tags/CAMELCASE/follow', 'POST')).body).toEqual({ ...tag, following: true })
    expect((await read('/api/v1/tags/camelcase/follow', 'POST')).body).toEqual({ ...tag, following: true })
    for (const name of ['b1', 'b2', 'b3', 'b4']) await read(`/api/v1/tags/${name}/follow`, 'POST')
    await expectList(read, '/api/v1/followed_tags', ['b4', 'b3', 'b2', 'b1', 'camelcase'])
    expect((await read('/api/v1/tags/CamelCase/unfollow', 'POST')).body).toEqual({ ...tag, following: false })
    await expectList(read, '/api/v1/followed_tags', ['b4', 'b3', 'b2', 'b1'])
    expect((await read('/api/v1/tags/a%20b/follow', 'POST')).status).toBe(422)
  })

  test('trend, and posts do not', async ({ ann, bob, clientOf }) => {
    const read = await clientOf(ann)
    for (const author of [ann, bob]) await writePost(author, '#Rising')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    for (const path of ['trends', 'trends/tags']) {
      expect((await read<Tag[]>(`/api/v1/${path}`)).body).toContainEqual(expect.objectContaining({ name: 'Rising' }))
      expect((await read(`/api/v1/${path}?offset=40`)).body).toEqual([])
    }
    expect((await read('/api/v1/trends/statuses')).body).toEqual([])
  })
})

describe('the search', () => {
  test('finds accounts, statuses and hashtags', async ({ ann, bob, clientOf }) => {
    const read = await clientOf(ann)
    const word = `w${bob._id}`
    const posts = [await writePost(bob, `${word} #${word}`), await writePost(bob, word), await writePost(ann, word)]
    const [first, second, third] = posts.map(({ _id }) => _id)
    const find = async (query: string) => {
      const { status, body } = await read<SearchResults>(`/api/v2/search?${query}`)
      const ids = [body.accounts, body.statuses, body.hashtags].map((each) => each?.map(({ id }) => id))
      return [status, ...ids]
    }
    expect(await find(`q=${word}`)).toEqual([200, [], [third, second, first], [word]])
    expect(await find(`q=${word}&type=statuses&limit=1&offset=1`)).toEqual([200, [], [second], []])
    expect(await find(`q=${word}&account_id=${ann._id}&type=statuses`)).toEqual([200, [], [third], []])
    expect(await find(`q=${word}&type=hashtags`)).toEqual([200, [], [], [word]])
    expect(await find(`q=${bob.username}`)).toEqual([200, [bob._id], [], []])
    expect(await find(`q=${bob.username}&following=true`)).toEqual([200, [], [], []])
    expect(await idsOf(read, `/api/v1/accounts/search?q=@${bob.username}`)).toEqual([bob._id])
    expect(await idsOf(read, '/api/v1/accounts/search?q=@')).toEqual([])
    expect((await find('q=has:goose'))[0]).toBe(200)
    expect((await find('q=has:goose&type=statuses'))[0]).toBe(422)
    expect((await find('q=has:goose&type=statuses&offset=81'))[0]).toBe(200)
  })

  test('finds what a name or an address of this installation names, for those who see it', async ({
    ann,
    bob,
    clientOf,
  }) => {
    const read = await clientOf(ann)
    const post = await writePost(bob)
    const id = await comment(bob, post._id, 'A comment')
    const find = async (q: string) => {
      const { body } = await read<SearchResults>(`/api/v2/search?resolve=true&q=${encodeURIComponent(q)}`)
      return [...body.accounts, ...body.statuses, ...body.hashtags].map((each) => each.id)
    }
    const addresses = async () => [
      await find(`@${bob.username}@localhost`),
      await find(`http://localhost/profile/${bob.username}`),
      await find(`http://localhost/post-detail/${post.id}`),
      await find(`http://localhost/post-detail/${post.id}#comment-${id}`),
      await find(`http://localhost/post-detail/${post.id}/comments/${id}`),
      await find(`http://localhost/@anybody/${id}`),
    ]
    expect(await addresses()).toEqual([[bob._id], [bob._id], [post._id], [id], [id], [id]])
    for (const other of [
      `@${bob.username}@a.example`,
      `http://a.example/profile/${bob.username}`,
      'http://localhost/',
    ]) {
      expect(await find(other)).toEqual([])
    }
    await block(bob, ann)
    expect(await addresses()).toEqual([[], [], [], [], [], []])
  })
})
