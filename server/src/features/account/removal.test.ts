import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { tracesOf } from '../../../test/member-rows.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { ask, vote } from '../../../test/polls.ts'
import { quote } from '../../../test/quotes.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import { picture, uploadFile } from '../../../test/uploads.ts'
import type { MemberId, PostId, Schema } from '../../database/schema.ts'
import { DEPENDENTS, type Dependents } from './removal.dependents.ts'
import { anonymise, removeRows } from './removal.service.ts'
import { REMOVALS, type Removals } from './removal.steps.ts'

interface NewTable {
  remarks: { author_id: MemberId; subject_id: MemberId }
  hints: { post_id: PostId }
}
// @ts-expect-error: a table that refers to members and is not declared does not compile
REMOVALS satisfies Removals<Schema & Pick<NewTable, 'remarks'>>
// @ts-expect-error: nor does one that refers to posts
DEPENDENTS satisfies Dependents<Schema & Pick<NewTable, 'hints'>>

const DELETE = 'POST /api/account/delete'

const memberId = (member: TestMember) => Number(member._id) as MemberId

const comment = (member: TestMember, postId: string) =>
  member.call('POST /api/comments/add/:postId', { params: { postId }, body: { commentData: { text: 'Quack' } } })

const test = base
  /** Two members who follow each other and have reacted to each other's posts in many ways, and quoted them. */
  .extend('twoFriends', ({ member }) => async () => {
    const [ann, bob] = [await member('ann'), await member('bob')]
    const posts = []
    const polls: string[] = []
    for (const [author, friend] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const post = await writePost(author, `Of ${author.username} #friends`)
      posts.push(post)
      await friend.call('POST /api/users/follow/:id', { params: { id: author._id } })
      await friend.call('POST /api/tags/:tag/follow', { params: { tag: 'friends' } })
      await friend.call('POST /api/posts/like/:postId', { params: { postId: post._id } })
      await friend.call('POST /api/users/bookmark/:id', { params: { id: post._id } })
      await quote(friend, post._id)
      const poll = await ask(author)
      await vote(friend, poll._id, [1])
      polls.push(poll._id)
      for (const commenter of [ann, bob]) await comment(commenter, post._id)
      const { comments } = await author.call('GET /api/comments/:postId', { params: { postId: post._id } })
      for (const { _id: commentId } of comments) {
        await friend.call('POST /api/comments/upvote/:postId/:commentId', { params: { postId: post._id, commentId } })
        await author.call('POST /api/comments/downvote/:postId/:commentId', { params: { postId: post._id, commentId } })
      }
    }
    return { ann, bob, polls, annsPost: posts[0]?._id ?? '', bobsPost: posts[1]?._id ?? '' }
  })
  .extend('isGone', ({ app }) => {
    return (member: TestMember) => expect.poll(() => tracesOf(app.db, memberId(member))).toEqual([])
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
    const bobs = async () =>
      (await bob.call('GET /api/posts/user/:username', { params: { username: bob.username } })).posts
    expect((await bobs()).map(({ quote }) => quote)).toEqual([undefined, undefined, {}])
    const { comments } = await bob.call('GET /api/comments/:postId', { params: { postId: bobsPost } })
    expect(comments.map(({ username }) => username)).toEqual([bob.username])

    await isGone(ann)
    expect(await findWrongCounts(app.db.read)).toEqual([])
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId: bobsPost } })
    expect((await bobs()).map(({ quote, quoteCount }) => quote ?? quoteCount)).toEqual([undefined, undefined, {}])
    expect(post).toMatchObject({
      likes: { likeCount: 0, likedByCount: 0, likedBy: [] },
      commentCount: 1,
      comments: [{ votes: { upvotedBy: [], upvoteCount: 0, downvoteCount: 1 } }],
    })
    const { user } = await bob.call('GET /api/users/:username', { params: { username: bob.username } })
    expect(user).toMatchObject({ followersCount: 0, followingCount: 0, followers: [], following: [], bookmarks: [] })
  })

  test('removes media that only its posts and profile reference', async ({ app, ann }) => {
    const urls = [await upload(ann, 31), await upload(ann, 32), await upload(ann, 34)] as const
    const [mediaUrl, avatarURL, headerURL] = urls
    await ann.call('POST /api/posts', { body: { postData: { mediaUrl } } })
    await ann.call('POST /api/users/edit', { body: { userData: { avatarURL, profile: { headerURL } } } })
    const statuses = () => Promise.all(urls.map(async (url) => (await app.visitor.send({ url })).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await ann.call(DELETE, { body: { password: PASSWORD } })
    await expect.poll(statuses).toEqual([404, 404, 404])
    const files = () => Promise.all(urls.map((url) => app.media.find(url.slice('/media/'.length))))
    await expect.poll(files).toEqual([null, null, null])
  })

  test('keeps a picture of a private member closed, while the posts are removed and afterwards', async ({
    app,
    ann,
    bob,
  }) => {
    const mediaUrl = await upload(ann, 33)
    await ann.call('POST /api/account/private', { body: { private: true } })
    await ann.call('POST /api/posts', { body: { postData: { mediaUrl } } })
    // An upload that waits for a post is open to whoever has its name. Once its member has left, none is to come.
    await upload(ann, 33)
    const expectClosed = async () => {
      for (const query of ['', '?w=400']) {
        expect(asRefusal(await app.visitor.send({ url: mediaUrl + query }))).toEqual(refusal('mediaUnknown'))
      }
      expect(await bob.refuse('POST /api/posts', { body: { postData: { mediaUrl } } })).toEqual(
        refusal('mediaUrlInvalid'),
      )
    }
    await expectClosed()
    await anonymise(app.db, memberId(ann))
    await expectClosed()
    await removeRows(app.db, memberId(ann))
    await expectClosed()
  })

  async function upload(member: TestMember, width: number): Promise<string> {
    return (await uploadFile(member, await picture(width).png().toBuffer())).url
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

  test('takes back requests to follow, and deletes those to the member', async ({ app, ann, bob, carl, isGone }) => {
    for (const each of [ann, bob]) await each.call('POST /api/account/private', { body: { private: true } })
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    await carl.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    await ann.call(DELETE, { body: { password: PASSWORD } })
    expect((await bob.call('GET /api/follow-requests')).requests).toEqual([])
    await isGone(ann)
    const { user } = await bob.call('POST /api/account/private', { body: { private: false } })
    expect(user).toMatchObject({ followersCount: 0, followers: [] })
    expect(await findWrongCounts(app.db.read)).toEqual([])
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
})

async function* afterwards(text: string, first: () => Promise<void>) {
  await first()
  yield text
}
