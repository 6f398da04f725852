import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { PRIVATE, PUBLIC, setAudience, setFollow } from '../../../test/audience.ts'
import { comment } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { ask, OPTIONS, vote } from '../../../test/polls.ts'
import { quote } from '../../../test/quotes.ts'
import { repost } from '../../../test/reposts.ts'
import { unzip } from '../../../test/unzip.ts'
import { picture, uploadFile } from '../../../test/uploads.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { createPublicId } from '../posts/posts.service.ts'

const test = base.extend('download', ({ app }) => async (member: TestMember): Promise<Map<string, string>> => {
  const answer = await app.app.inject({
    url: '/api/account/archive',
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="quack-${member.username}.zip"`,
    'cache-control': 'no-store',
  })
  return unzip(answer.rawPayload)
})

describe('the archive', () => {
  const json = (files: Map<string, string>, name: string) => JSON.parse(files.get(name) ?? 'null')

  test('contains everything a member has written, with its media', async ({ app, member, download }) => {
    const [ann, bob] = [await signUp(app, { pronouns: 'she/her' }), await member('somebody')]
    const { url } = await uploadFile(ann, await picture().png().toBuffer())
    const form = { postData: { content: 'With a picture', mediaUrl: url, alt: 'A yellow square', warning: 'Yellow' } }
    await ann.send({ method: 'POST', url: '/api/posts', headers: { 'accept-language': 'en' }, payload: form })
    const { url: headerURL } = await uploadFile(ann, await picture(25).png().toBuffer())
    const profile = { pronouns: 'they/them', fields: [{ name: 'Pond', value: 'North' }] }
    const userData = { bio: 'A <b>bio</b>', avatarURL: url, profile: { ...profile, headerURL } }
    await ann.call('POST /api/users/edit', { body: { userData } })
    const { _id: postId, id } = await writePost(bob, 'Of Bob')
    await ann.call('POST /api/posts/like/:postId', { params: { postId } })
    await ann.call('POST /api/users/bookmark/:id', { params: { id: postId } })
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    await ann.call('PUT /api/users/:id/hidden-reposts', { params: { id: bob._id } })
    await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    await ann.call('POST /api/comments/add/:postId', { params: { postId }, body: { commentData: { text: 'Mine' } } })
    const [own] = (await ann.call('GET /api/posts/user/:username', { params: { username: ann.username } })).posts
    await ann.call('POST /api/posts/pin/:postId', { params: { postId: own?._id ?? '' } })
    await repost(ann, postId)
    const { _id: pollId, id: poll } = await ask(bob, { showResults: 'ended' })
    await vote(ann, pollId, [2])
    await ask(ann, { showResults: 'voted' })
    const { comments } = await ann.call('GET /api/comments/:postId', { params: { postId } })
    const commentId = comments[0]?._id ?? ''
    await ann.call('POST /api/comments/upvote/:postId/:commentId', { params: { postId, commentId } })

    const [asked, asking] = [await member('asked'), await member('asking')]
    for (const each of [ann, asked]) await each.call('POST /api/account/private', { body: { private: true } })
    await ann.call('POST /api/users/follow/:id', { params: { id: asked._id } })
    await asking.call('POST /api/users/follow/:id', { params: { id: ann._id } })

    const { username } = await member('blocked')
    const { user: rude } = await ann.call('GET /api/users/:username', { params: { username } })
    await ann.call('POST /api/users/block/:id', { params: { id: rude._id } })
    await ann.call('POST /api/users/mute/:id', { params: { id: bob._id }, body: { duration: 'week' } })
    const word = { phrase: 'Spoilers!', action: 'hide', duration: 'always' } as const
    await ann.call('POST /api/muted-words', { body: word })
    await ann.call('POST /api/tags/:tag/follow', { params: { tag: 'Reeds' } })
    const like = { list: true, push: false, from: 'followed' } as const
    await ann.call('POST /api/notifications/settings', { body: { kinds: { like } } })

    const files = await download(ann)
    const name = url.replace('/media/', 'media/')
    expect(json(files, 'account.json')).toMatchObject({
      _id: ann._id,
      username: ann.username,
      email: ann.record.email,
      pronouns: 'she/her',
      bio: 'A <b>bio</b>',
      profile,
      ...{ private: true, bot: false },
      ...{ avatarFile: name, headerFile: headerURL.slice(1) },
    })
    expect(json(files, 'posts.json')).toEqual([
      expect.objectContaining({ ...form.postData, mediaUrl: url, type: 'image', language: 'en', file: name }),
      expect.objectContaining({
        poll: expect.objectContaining({ options: OPTIONS, results: { votes: [0, 0, 0], voterCount: 0 } }),
      }),
    ])
    expect(json(files, 'pollVotes.json')).toEqual([{ post: poll, chosen: [OPTIONS[2]] }])
    expect(json(files, 'comments.json')).toEqual([expect.objectContaining({ post: id, text: 'Mine' })])
    expect(json(files, 'votes.json')).toEqual([expect.objectContaining({ comment: commentId, vote: 'up' })])
    for (const list of ['likes', 'bookmarks', 'reposts']) {
      expect(json(files, `${list}.json`)).toEqual([expect.objectContaining({ post: id })])
    }
    expect(json(files, 'pinned.json')).toEqual([{ post: own?.id }])
    expect(json(files, 'dislikes.json')).toEqual([])
    for (const [list, says] of [
      ['following', { hidesReposts: true }],
      ['followers', {}],
    ] as const) {
      const at: unknown = expect.any(String)
      expect(json(files, `${list}.json`)).toEqual([{ username: bob.username, at, ...says }])
    }
    expect(json(files, 'requestedFollows.json')).toEqual([expect.objectContaining({ username: asked.username })])
    expect(json(files, 'followRequests.json')).toEqual([expect.objectContaining({ username: asking.username })])
    expect(json(files, 'muted.json')).toEqual([expect.objectContaining({ username: bob.username })])
    expect(json(files, 'mutedWords.json')).toEqual([{ phrase: 'Spoilers!', action: 'hide' }])
    expect(json(files, 'followedTags.json')).toEqual([expect.objectContaining({ tag: 'reeds' })])
    expect(json(files, 'notificationKinds.json')).toEqual([{ kind: 'like', ...like }])
    expect(json(files, 'blocked.json')).toEqual([expect.objectContaining({ username })])
    expect([...files.keys()].filter((file) => file.startsWith('media/'))).toEqual([name, headerURL.slice(1)])
    expect(files.get(name)?.length).toBeGreaterThan(20)
    const everything = [...files.values()].join('\n')
    for (const secret of [PASSWORD, 'argon2', bob.record.email]) expect(everything).not.toContain(secret)
  })

  test('contains lists that are longer than one page', async ({ app, ann, download }) => {
    const posts = Array.from({ length: 1_200 }, (_, index) => ({
      id: app.db.ids.next<PostId>(),
      public_id: createPublicId(),
      author_id: Number(ann._id) as MemberId,
      content: `Post ${index}`,
      media_url: '',
      media_type: '' as const,
      updated_at: Date.now(),
    }))
    await app.db.write((transaction) => transaction.insertInto('posts').values(posts).execute())
    const found = json(await download(ann), 'posts.json') as { content: string }[]
    expect(found.map(({ content }) => content)).toEqual(posts.map(({ content }) => content))
  })

  test('names no post that the member may no longer read', async ({ app, member, download }) => {
    const [ann, bob] = [await member('ann'), await member('bob')]
    const { _id: postId, id } = await writePost(bob, 'Of Bob')
    await ann.call('POST /api/posts/like/:postId', { params: { postId } })
    await ann.call('POST /api/users/bookmark/:id', { params: { id: postId } })
    await repost(ann, postId)
    await quote(ann, postId)
    await ann.call('POST /api/comments/add/:postId', { params: { postId }, body: { commentData: { text: 'Mine' } } })
    const commentId = await comment(bob, postId, 'Of Bob')
    await ann.call('POST /api/comments/upvote/:postId/:commentId', { params: { postId, commentId } })
    const listed = async () => {
      const files = await download(ann)
      const lists = ['likes', 'bookmarks', 'reposts', 'posts', 'votes', 'comments']
      const named = ({ comment, quotes, post }: Record<string, string>) => comment ?? quotes ?? post
      return lists.map((name) => json(files, `${name}.json`).map(named))
    }
    const [all, none] = [
      [[id], [id], [id], [id], [commentId], [id]],
      [[], [], [], [undefined], [], [null]],
    ]
    expect(await listed()).toEqual(all)
    await setAudience(app, bob, PRIVATE)
    expect(await listed()).toEqual(none)
    await setFollow(app, [ann, bob], true)
    expect(await listed()).toEqual(all)
    await setFollow(app, [ann, bob], false)
    await setAudience(app, bob, PUBLIC)
    const posts = (transaction: typeof app.db.read, hidden_at: number | null) =>
      transaction.updateTable('posts').set({ hidden_at }).where('public_id', '=', id).execute()
    await app.db.write((transaction) => posts(transaction, 1))
    expect(await listed()).toEqual(none)
    await app.db.write((transaction) => posts(transaction, null))
    expect(await listed()).toEqual(all)
    await bob.call('POST /api/users/block/:id', { params: { id: ann._id } })
    expect((await listed()).slice(0, 5)).toEqual(none.slice(0, 5))
  })
})
