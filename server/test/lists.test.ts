import { ENDPOINTS, type EndpointDeclaration } from '@quack/contract'
import { SEARCH_ORDERS } from '@quack/contract/calls/search'
import { SORTS } from '@quack/contract/rules/limits'
import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import type { Database } from '../src/database/database.ts'
import type { MemberId, PostId } from '../src/database/schema.ts'
import { PASSWORD } from './answers.ts'
import { MINIMAL } from './client.ts'
import { ENGINE } from './database.ts'
import { test as base } from './fixtures.ts'
import { addHidingLists } from './hiding-lists.ts'
import { insertCrowd } from './member-rows.ts'
import { signUp, type TestMember, writePost } from './members.ts'
import { addModerationLists } from './moderation-lists.ts'
import { addPasskey } from './passkeys.ts'
import { byFigure, searchedOrder, suggestedOrder } from './people-by-figure.ts'
import { quote } from './quotes.ts'
import { readAll } from './read-all.ts'
import { asRefusal, refusal } from './refusals.ts'
import { insertVersions } from './versions.ts'

/** Counts of one, two and three digits, which order likes and followers. */
const FIGURES = [0, 1, 9, 10, 11, 99, 100]
const MEMBERS = 101
/** The members whom the reader follows: neither first nor last among those who like and follow. */
const FOLLOWED = { from: 20, to: 32 }

interface List {
  readonly endpoint: string
  readonly path: string
  /** The list's name in the answer. */
  readonly part: string
  /** Its ids, in order. */
  readonly expected: readonly string[]
}

/** A member who has signed up, or one of whom there is only a row. */
type Somebody = TestMember | Pick<TestMember, '_id' | 'username'>

const like = (member: TestMember, postId: string) =>
  member.call('POST /api/posts/like/:postId', { params: { postId }, headers: MINIMAL })
const follow = (follower: TestMember, { _id: id }: TestMember) =>
  follower.call('POST /api/users/follow/:id', { params: { id }, query: { embed: 0 } })
/** As if these members had liked the post, in this order. The first one does, of which the author is told. */
async function likeAll(db: Database, [first, ...others]: readonly Somebody[], postId: string): Promise<void> {
  if (first && 'call' in first) await like(first, postId)
  if (others.length === 0) return
  const id = Number(postId) as PostId
  const rows = others.map((member) => ({ post_id: id, member_id: numberOf(member), at: db.ids.next() }))
  const count = others.length + 1
  await db.write(async (transaction) => {
    await transaction.insertInto('likes').values(rows).execute()
    const counts = { like_count: count, liked_by_count: count }
    await transaction.updateTable('posts').set(counts).where('id', '=', id).execute()
  })
}

/** As if these members had followed another one, in this order. */
async function followAll(db: Database, members: readonly Somebody[], followed: Somebody): Promise<void> {
  if (members.length === 0) return
  const [id, followers] = [numberOf(followed), members.map(numberOf)]
  const rows = followers.map((follower) => ({ follower_id: follower, followed_id: id, at: db.ids.next() }))
  await db.write(async (transaction) => {
    await transaction.insertInto('follows').values(rows).execute()
    await transaction.updateTable('members').set({ followers_count: rows.length }).where('id', '=', id).execute()
    const more = transaction.updateTable('members').set((eb) => ({ following_count: eb('following_count', '+', 1) }))
    await more.where('id', 'in', followers).execute()
  })
}
const numberOf = ({ _id }: Somebody) => Number(_id) as MemberId
const followersOf = <Each extends Somebody>(members: readonly Each[], target: Somebody, count: number) =>
  members.filter((member) => member !== target).slice(0, count)
type Entry = string | { readonly _id: string } | { readonly key: string }
const idOf = (entry: Entry): string => (typeof entry === 'string' ? entry : '_id' in entry ? entry._id : entry.key)

const test = base
  .extend('reader', { scope: 'file' }, ({ app }) => signUp(app))
  .extend('lists', { scope: 'file' }, async ({ app, reader }) => {
    const signedUp: TestMember[] = []
    for (let count = 0; count < FOLLOWED.to; count++) signedUp.push(await signUp(app))
    const crowd = await insertCrowd(app.db, MEMBERS - FOLLOWED.to, { first_name: 'First' })
    const members: Somebody[] = [...signedUp, ...crowd.map((id) => ({ _id: String(id), username: '' }))]
    const target = (index: number) => members[index] ?? reader
    const posts: string[] = []
    for (let count = 0; count < 12; count++) {
      const { _id: id } = await writePost(reader, `#post #post_${count}`)
      await reader.call('POST /api/users/bookmark/:id', { params: { id } })
      posts.push(id)
    }
    for (const [index, figure] of FIGURES.entries()) {
      await likeAll(app.db, members.slice(0, figure), posts[index] ?? '')
      await followAll(app.db, followersOf(members, target(index), figure), target(index))
    }
    const followed = signedUp.slice(FOLLOWED.from, FOLLOWED.to)
    for (const member of followed) await follow(reader, member)
    const commented = posts[0] ?? ''
    for (const [index, member] of signedUp.slice(0, 12).entries()) {
      const body = { commentData: { text: `comment ${index}` } }
      await member.call('POST /api/comments/add/:postId', { params: { postId: commented }, body })
      await app.visitor.call('POST /api/auth/login', { body: { username: reader.username, password: PASSWORD } })
    }
    const { comments } = await reader.call('GET /api/comments/:postId', { params: { postId: commented } })
    const { sessions } = await reader.call('GET /api/account/sessions')
    for (let count = 0; count < 3; count++) await addPasskey(reader)
    const { passkeys } = await reader.call('GET /api/account/passkeys')
    const { events } = await reader.call('GET /api/account/events')

    const reposters = signedUp.slice(0, 12)
    for (const member of reposters) {
      await member.call('PUT /api/posts/:postId/repost', { params: { postId: commented } })
    }

    const quotes: string[] = []
    for (const member of reposters) quotes.unshift((await quote(member, commented))._id)

    const lists = new Map<string, List>()
    const figures = members.map(({ _id: id }, index) => ({ id, figure: FIGURES[index] ?? 0 }))
    const newest = [...posts].reverse()
    const idsOf = (list: readonly { readonly _id: string }[]) => list.map(({ _id }) => _id)
    const add = (endpoint: string, path: string, part: string, expected: readonly string[], name = endpoint) =>
      lists.set(name, { endpoint, path, part, expected })
    const liked = FIGURES.indexOf(Math.max(...FIGURES))
    const orders = {
      latest: newest,
      oldest: posts,
      trending: byFigure(posts.map((id, index) => ({ id, figure: FIGURES[index] ?? 0 }))),
    }
    for (const sort of SORTS) add('listFeed', `/api/feed?sort=${sort}`, 'posts', orders[sort], sort)
    add('listPosts', '/api/posts', 'posts', [...quotes, ...newest])
    add('listExplore', '/api/explore', 'posts', [...quotes, ...newest])
    add('listQuotes', `/api/posts/${commented}/quotes`, 'posts', quotes)
    add('listMemberPosts', `/api/posts/user/${reader.username}`, 'posts', newest)
    add('listTagPosts', '/api/tags/post/posts', 'posts', newest)
    for (const order of SEARCH_ORDERS) {
      add('searchPosts', `/api/search/posts?q=tag:post+from:me&order=${order}`, 'posts', newest, `searchPosts ${order}`)
    }
    add('listBookmarkIds', '/api/users/bookmark', 'bookmarks', newest)
    add('listBookmarks', '/api/bookmarks', 'posts', newest)
    const top = comments[0]?._id ?? ''
    const answers: string[] = []
    for (let count = 0; count < 12; count++) {
      const body = { commentData: { text: `answer ${count}`, answering: top } }
      const { post } = await reader.call('POST /api/comments/add/:postId', {
        params: { postId: commented },
        body,
        headers: MINIMAL,
      })
      answers.push(post?.comments[0]?._id ?? '')
    }
    add('listComments', `/api/comments/${commented}`, 'comments', [...answers].reverse().concat(idsOf(comments)))
    add('listComments', `/api/comments/${commented}?as=tree`, 'comments', idsOf(comments), 'trees')
    add('getBranch', `/api/comments/branch/${top}`, 'answers', answers)
    const edited = { postId: posts[0] ?? '', commentId: idsOf(comments)[0] ?? '' }
    await insertVersions(app, edited, 11)
    const versions = Array.from({ length: 12 }, (_, index) => String(12 - index))
    add('listPostVersions', `/api/posts/${edited.postId}/versions`, 'versions', versions)
    add('listCommentVersions', `/api/comments/${edited.commentId}/versions`, 'versions', versions)
    add('listSessions', '/api/account/sessions', 'sessions', idsOf(sessions))
    add('listAccountEvents', '/api/account/events', 'events', idsOf(events))
    add('listPasskeys', '/api/account/passkeys', 'passkeys', idsOf(passkeys))
    add('listMembers', '/api/users', 'users', idsOf([...members].reverse()).concat(reader._id))
    const tags = newest.map((_, count) => `post_${count}`)
    add('searchTags', '/api/search/tags?q=post', 'tags', ['post', ...tags].sort())
    add('searchPeople', '/api/search/people?q=first', 'people', [...searchedOrder(figures, FOLLOWED), reader._id])
    add('listReposts', `/api/posts/${commented}/reposts`, 'reposts', idsOf([...reposters].reverse()))
    add('listLikes', `/api/posts/${posts[liked]}/likes`, 'likes', idsOf(members.slice(0, FIGURES[liked]).reverse()))
    add('listFollowing', `/api/users/${reader.username}/following`, 'following', idsOf(followed.reverse()))
    const followers = followersOf(members, target(liked), FIGURES[liked] ?? 0).reverse()
    add('listFollowers', `/api/users/${target(liked).username}/followers`, 'followers', idsOf(followers))
    add('listSuggestions', '/api/suggestions', 'users', suggestedOrder(figures, FOLLOWED))
    await addHidingLists(app, reader, followed, add)
    const reportId = await addModerationLists(app, reader, signedUp, edited.postId, add)
    add('listReportedVersions', `/api/moderation/reports/${reportId}/versions`, 'versions', versions)
    const { notifications } = await reader.call('GET /api/notifications')
    add('listNotifications', '/api/notifications', 'notifications', idsOf(notifications))

    return lists
  })
  .extend('readPage', ({ reader }) => async ({ path, part }: List, limit: number, cursor?: string) => {
    const { url, query } = addressOf(path, cursor)
    const answer = await reader.send({ method: 'GET', url, query: { ...query, limit: String(limit) } })
    const { [part]: list, nextCursor } = answer.body as { [part: string]: readonly Entry[] } & {
      nextCursor: string | null
    }
    if (answer.status !== 200 || !list) throw new Error(`${path} answered ${answer.status}`)
    return { entries: list.map(idOf), nextCursor }
  })

describe('every list with a cursor', () => {
  test('is tested here', ({ lists }) => {
    const declared = Object.entries(ENDPOINTS).flatMap(([name, endpoint]: [string, EndpointDeclaration]) =>
      'cursor' in (endpoint.query?.properties ?? {}) ? [name] : [],
    )
    expect([...new Set([...lists.values()].map(({ endpoint }) => endpoint))].sort()).toEqual(declared.sort())
  })

  test('shows each entry once and in order, page by page, with counts of one to three digits', async ({
    lists,
    readPage,
  }) => {
    for (const [name, list] of lists) {
      for (const limit of ENGINE === 'sqlite' && list.expected.length < 100 ? [1, 7] : [7]) {
        const read = await readAll(({ cursor }) => readPage(list, limit, cursor))
        expect(read, `${name} in pages of ${limit}`).toEqual(list.expected)
      }
    }
  })

  test('refuses a cursor with a number that it cannot have issued', async ({ lists, reader, readPage }) => {
    // Cursors are read before the engine is asked.
    const some = ENGINE === 'sqlite' || isLong ? [...lists] : [...lists].slice(0, 3)
    for (const [name, list] of some) {
      const { nextCursor } = await readPage(list, 1)
      const parts = String(nextCursor).split('.')
      expect(parts.length, name).toBeGreaterThan(1)
      const forged = parts.flatMap((_, index) => FORGED.map((text) => parts.with(index, text).join('.')))
      forged.push(parts[0] ?? '')
      for (const cursor of forged) {
        const { url, query } = addressOf(list.path, cursor)
        const answer = await reader.send({ method: 'GET', url, query })
        expect(asRefusal(answer), `${name}, ${cursor}`).toEqual(refusal('cursorInvalid'))
      }
    }
  })

  test('refuses a count that no column can hold, and an unknown rank', async ({ lists, reader, readPage }) => {
    const refuse = async (name: string, key: number, number: number) => {
      const list = lists.get(name)
      if (!list) throw new Error(`There is no list ${name}.`)
      const parts = String((await readPage(list, 1)).nextCursor).split('.')
      const { url, query } = addressOf(list.path, parts.with(key, number.toString(36)).join('.'))
      const answer = await reader.send({ method: 'GET', url, query })
      expect(asRefusal(answer)).toEqual(refusal('cursorInvalid'))
    }
    for (const number of [2 ** 31, 2 ** 32, 2 ** 53 - 1]) {
      await refuse('trending', 2, number)
      await refuse('listSuggestions', 3, number)
    }
    await refuse('listSuggestions', 2, 2)
  })

  test('answers any other number in a cursor without a server error', async ({ lists, reader, readPage }) => {
    const numbers = isLong ? [0, 2 ** 31, 2 ** 53 - 1] : [2 ** 53 - 1]
    for (const [name, list] of lists) {
      const parts = String((await readPage(list, 1)).nextCursor).split('.')
      for (let index = 1; index < parts.length; index++) {
        for (const number of numbers) {
          const cursor = parts.with(index, number.toString(36)).join('.')
          const { url, query } = addressOf(list.path, cursor)
          const { status } = await reader.send({ method: 'GET', url, query: { ...query, limit: '2' } })
          expect([200, 400], `${name}, ${cursor}`).toContain(status)
        }
      }
    }
  })
})

/** Not a number; and one larger than 64 bits. paging.test.ts has all that is refused. */
const FORGED = ["1'", (2n ** 64n).toString(36)]

function addressOf(path: string, cursor?: string) {
  const [url = '', search] = path.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  return { url, query: cursor === undefined ? query : { ...query, cursor } }
}
