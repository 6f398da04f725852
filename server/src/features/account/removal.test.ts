import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import { fileForm, picture } from '../../../test/uploads.ts'
import { type Caches, createCaches } from '../../caches.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { createPublicId } from '../posts/posts.service.ts'
import { anonymise, removeRows } from './removal.service.ts'

const DELETE = 'POST /api/account/delete'
/** More than two batches. */
const MANY = 450

const memberId = (member: TestMember) => Number(member._id) as MemberId

const comment = (member: TestMember, postId: string) =>
  member.call('POST /api/comments/add/:postId', { params: { postId }, body: { commentData: { text: 'Quack' } } })

const test = base
  /** Two members who follow each other and have reacted to each other's posts in every way. */
  .extend('twoFriends', ({ member }) => async () => {
    const [ann, bob] = [await member('ann'), await member('bob')]
    const posts = []
    for (const [author, friend] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const post = await writePost(author, `Of ${author.username}`)
      posts.push(post)
      await friend.call('POST /api/users/follow/:id', { params: { id: author._id } })
      await friend.call('POST /api/posts/like/:postId', { params: { postId: post._id } })
      await friend.call('POST /api/users/bookmark/:id', { params: { id: post._id } })
      for (const commenter of [ann, bob]) await comment(commenter, post._id)
      const { comments } = await author.call('GET /api/comments/:postId', { params: { postId: post._id } })
      for (const { _id: commentId } of comments) {
        await friend.call('POST /api/comments/upvote/:postId/:commentId', { params: { postId: post._id, commentId } })
        await author.call('POST /api/comments/downvote/:postId/:commentId', { params: { postId: post._id, commentId } })
      }
    }
    return { ann, bob, annsPost: posts[0]?._id ?? '', bobsPost: posts[1]?._id ?? '' }
  })
  .extend('isGone', ({ app }) => {
    return (member: TestMember) => expect.poll(() => tracesOf(app, memberId(member))).toEqual([])
  })
  .extend('deleteNow', ({ app }) => async (member: TestMember) => {
    await anonymise(app.db, memberId(member))
    await removeRows(app.db, memberId(member))
  })

describe('deleting an account', () => {
  test('needs the password', async ({ ann }) => {
    expect(await ann.refuse(DELETE, { body: { password: `${PASSWORD}!` } })).toEqual(refusal('passwordWrong'))
    expect((await ann.call('GET /api/feed')).posts).toEqual([])
  })

  test('hides everything immediately from everybody else', async ({ app, isGone, twoFriends }) => {
    const { ann, bob, annsPost, bobsPost } = await twoFriends()
    expect(await ann.call(DELETE, { body: { password: PASSWORD } })).toEqual({})

    expect(await ann.refuse('GET /api/feed')).toEqual(refusal('usernameUnknown'))
    expect(
      await app.visitor.refuse('POST /api/auth/login', { body: { username: ann.username, password: PASSWORD } }),
    ).toEqual(refusal('usernameUnknown'))
    const byName = { params: { username: ann.username } }
    expect(await bob.refuse('GET /api/users/:username', byName)).toEqual(refusal('memberUnknown'))
    expect(await bob.refuse('GET /api/posts/:postId', { params: { postId: annsPost } })).toEqual(refusal('postUnknown'))
    expect(await bob.refuse('POST /api/users/follow/:id', { params: { id: ann._id } })).toEqual(
      refusal('memberUnknown'),
    )
    const { comments } = await bob.call('GET /api/comments/:postId', { params: { postId: bobsPost } })
    expect(comments.map(({ username }) => username)).toEqual([bob.username])

    await isGone(ann)
    expect(await findWrongCounts(app.db.read)).toEqual([])
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId: bobsPost } })
    expect(post).toMatchObject({
      likes: { likeCount: 0, likedByCount: 0, likedBy: [] },
      commentCount: 1,
      comments: [{ votes: { upvotedBy: [], upvoteCount: 0, downvoteCount: 1 } }],
    })
    const { user } = await bob.call('GET /api/users/:username', { params: { username: bob.username } })
    expect(user).toMatchObject({ followersCount: 0, followingCount: 0, followers: [], following: [], bookmarks: [] })
  })

  test('removes media that only its posts and profile reference', async ({ app, ann }) => {
    const [inPost, inProfile] = await Promise.all([31, 32].map(async (width) => upload(ann, width)))
    await ann.call('POST /api/posts', { body: { postData: { mediaUrl: inPost } } })
    await ann.call('POST /api/users/edit', { body: { userData: { avatarURL: inProfile } } })
    const statuses = () =>
      Promise.all([inPost, inProfile].map(async (url) => (await app.visitor.send({ url: String(url) })).status))
    expect(await statuses()).toEqual([200, 200])
    await ann.call(DELETE, { body: { password: PASSWORD } })
    await expect.poll(statuses).toEqual([404, 404])
  })

  async function upload(member: TestMember, width: number): Promise<string> {
    const form = fileForm(await picture(width).png().toBuffer())
    const { body } = await member.send({ ...form, url: '/api/media' })
    return (body as { media: { url: string } }).media.url
  }

  test('frees the username', async ({ app, ann }) => {
    await ann.call(DELETE, { body: { password: PASSWORD } })
    const another = await signUp(app, { username: ann.username.toUpperCase() })
    expect((await another.call('GET /api/feed')).posts).toEqual([])
  })

  test('does not change the like count of a post whose like had been taken back', async ({ member, isGone }) => {
    const [ann, bob, cleo] = [await member('ann'), await member('bob'), await member('cleo')]
    const { _id: postId } = await writePost(bob)
    await cleo.call('POST /api/posts/like/:postId', { params: { postId } })
    await ann.call('POST /api/posts/like/:postId', { params: { postId } })
    await ann.call('POST /api/posts/dislike/:postId', { params: { postId } })
    await ann.call(DELETE, { body: { password: PASSWORD } })
    await isGone(ann)
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId } })
    expect(post.likes).toMatchObject({ likeCount: 1, likedByCount: 1, dislikedBy: [] })
  })

  test('leaves nothing behind if requests were running', async ({ app, isGone, twoFriends }) => {
    const { ann, bob, bobsPost } = await twoFriends()
    const posts = Array.from({ length: 20 }, () => writePost(ann).catch(() => null))
    const comments = Array.from({ length: 20 }, () => comment(ann, bobsPost).catch(() => null))
    const follow = bob.send({ method: 'POST', url: `/api/users/unfollow/${ann._id}` })
    const leaving = ann.call(DELETE, { body: { password: PASSWORD } })
    await Promise.all([...posts, ...comments, follow, leaving])
    await isGone(ann)
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('refuses a request whose member is deleted while it runs', async ({ app, member, ann, deleteNow }) => {
    const post = await writePost(await member('somebody'))
    // The viewer is known before the body is read; the row is deleted before the write.
    const body = JSON.stringify({ commentData: { text: 'Too late' } })
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api/comments/add/${post._id}`,
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': 'application/json',
        'content-length': String(body.length),
      },
      payload: Readable.from(afterwards(body, () => deleteNow(ann))),
    })
    expect({ status: answer.statusCode, message: answer.json().errors[0] }).toEqual(refusal('usernameUnknown'))
  })

  test('can be interrupted and continued; every count is exact at each point', async ({ app, ann, bob }) => {
    await makeMuch(app, memberId(ann), memberId(bob))
    expect(await findWrongCounts(app.db.read)).toEqual([])
    await anonymise(app.db, memberId(ann))

    let transactions = 0
    for (let isDone = false; !isDone; transactions++) {
      let asked = 0
      await removeRows(app.db, memberId(ann), () => asked++ === 0)
      isDone = (await tracesOf(app, memberId(ann))).length === 0
      expect(await findWrongCounts(app.db.read)).toEqual([])
    }
    // 450 rows of each of many kinds, in batches of 200.
    expect(transactions).toBeGreaterThan(20)
  })

  test('is completed by the next start', async () => {
    const other = await startTestApp()
    try {
      const ann = await signUp(other)
      await writePost(ann)
      await anonymise(other.db, memberId(ann))
      // Simulates a restart: another app on the same data.
      const { buildApp } = await import('../../app.ts')
      const again = await buildApp({ ...other.dependencies })
      await again.ready()
      await expect.poll(() => tracesOf(other, memberId(ann))).toEqual([])
      await again.close()
    } finally {
      await other.close()
    }
  })
})

test('deleting an account leaves cached posts of members whom it does not concern in the cache', async () => {
  let caches: Caches | undefined
  const app = await startTestApp({
    createCaches(log) {
      caches = createCaches(log)
      return caches
    },
  })
  try {
    const [ann, bob, cleo, reader] = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)]
    const { _id: postId } = await writePost(cleo)
    await makeMuch(app, memberId(ann), memberId(bob))
    const read = () => reader.call('GET /api/posts/:postId', { params: { postId } })
    await read()
    const misses = caches?.pages.posts.misses
    expect(misses).toBeGreaterThan(0)
    await anonymise(app.db, memberId(ann))
    await removeRows(app.db, memberId(ann))
    await read()
    expect(caches?.pages.posts.misses).toBe(misses)
  } finally {
    await app.close()
  }
})

/** Columns that reference a member. */
const NAMES = [
  ...(['sessions', 'likes', 'dislikes', 'comment_votes', 'bookmarks', 'idempotency_keys'] as const).map(
    (table) => [table, 'member_id'] as const,
  ),
  ...[['password_resets', 'member_id'] as const, ['posts', 'author_id'] as const, ['comments', 'author_id'] as const],
  ...[['follows', 'follower_id'] as const, ['follows', 'followed_id'] as const, ['members', 'id'] as const],
]

/** The tables with rows that reference the member. */
async function tracesOf({ db }: TestApp, member: MemberId): Promise<string[]> {
  const traces: string[] = []
  for (const [table, column] of NAMES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${member} limit 1`.execute(
      db.read,
    )
    if (rows.length > 0) traces.push(table)
  }
  return traces
}

async function* afterwards(text: string, first: () => Promise<void>) {
  await first()
  yield text
}

/** Ann has reacted MANY times to Bob's posts, and many members have reacted to hers. */
async function makeMuch({ db }: TestApp, ann: MemberId, bob: MemberId): Promise<void> {
  const now = Date.now()
  const many = Array.from({ length: MANY }, (_, index) => index)
  const people = many.map((index) => ({
    id: db.ids.next<MemberId>(),
    username: `crowd${index}`,
    username_key: `crowd${index}`,
    first_name: 'A',
    last_name: 'B',
    email: 'a@example.com',
    password_hash: '',
    avatar_url: '',
    updated_at: now,
    followers_count: 1,
    following_count: 1,
  }))
  const post = (author: MemberId) => ({
    id: db.ids.next<PostId>(),
    public_id: createPublicId(),
    author_id: author,
    content: 'Much',
    media_url: '',
    media_type: '' as const,
    updated_at: now,
    comment_count: 1,
    like_count: 0,
    liked_by_count: 0,
    disliked_by_count: 0,
  })
  const bobs = many.map(() => ({ ...post(bob), like_count: 1, liked_by_count: 1, disliked_by_count: 1 }))
  const anns = [
    { ...post(ann), like_count: MANY, liked_by_count: MANY, comment_count: MANY },
    ...many.map(() => ({ ...post(ann), comment_count: 0 })),
  ]
  const [loved] = anns
  if (!loved) throw new Error('There is no post.')
  const comment = (postId: PostId, author: MemberId) => ({
    id: db.ids.next<CommentId>(),
    post_id: postId,
    author_id: author,
    text: 'Quack',
    updated_at: now,
    upvote_count: 1,
  })
  const own = bobs.map(({ id }) => comment(id, ann))
  const others = people.map(({ id }) => comment(loved.id, id))
  const pair = (postId: PostId, member: MemberId) => ({ post_id: postId, member_id: member, at: db.ids.next() })
  const vote = (id: CommentId, member: MemberId) => ({
    comment_id: id,
    member_id: member,
    vote: 1 as const,
    at: db.ids.next(),
  })
  const follow = (follower: MemberId, followed: MemberId) => ({
    follower_id: follower,
    followed_id: followed,
    at: db.ids.next(),
  })
  await db.write(async (transaction) => {
    await transaction.insertInto('members').values(people).execute()
    await transaction
      .insertInto('posts')
      .values([...bobs, ...anns])
      .execute()
    await transaction
      .insertInto('comments')
      .values([...own, ...others])
      .execute()
    const likes = [...bobs.map(({ id }) => pair(id, ann)), ...people.map(({ id }) => pair(loved.id, id))]
    await transaction.insertInto('likes').values(likes).execute()
    await transaction
      .insertInto('dislikes')
      .values(bobs.map(({ id }) => pair(id, ann)))
      .execute()
    const marks = [...bobs.map(({ id }) => pair(id, ann)), ...people.map(({ id }) => pair(loved.id, id))]
    await transaction.insertInto('bookmarks').values(marks).execute()
    const votes = [...own.map(({ id }) => vote(id, bob)), ...others.map(({ id }) => vote(id, ann))]
    await transaction.insertInto('comment_votes').values(votes).execute()
    const follows = people.flatMap(({ id }) => [follow(ann, id), follow(id, ann)])
    await transaction.insertInto('follows').values(follows).execute()
    await transaction.updateTable('members').set({ posts_count: MANY }).where('id', '=', bob).execute()
    const counts = { posts_count: MANY + 1, followers_count: MANY, following_count: MANY }
    await transaction.updateTable('members').set(counts).where('id', '=', ann).execute()
  })
}
