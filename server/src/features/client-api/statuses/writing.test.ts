import type { Context as ContextSchema, Relationship, Status } from '@quack/contract/client-api/entities'
import type { InjectOptions } from 'fastify'
import type { Static } from 'typebox'
import { describe, expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { follow } from '../../../../test/blocks.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../../test/members.ts'

type Context = Static<typeof ContextSchema>

const test = base.extend('clientOf', ({ app }) => {
  const apps = createApps(app.app)
  return async (member: TestMember) => {
    const token = await apps.tokenOf(await apps.register(), member)
    return async <Body = Status>(
      route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
      payload?: object,
      headers: InjectOptions['headers'] = {},
    ) => {
      const [method, path] = route.split(' ') as ['GET', string]
      const answer = await app.app.inject({
        method,
        url: `/api/v1/${path}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, body: answer.json<Body>() }
    }
  }
})

describe('a status', () => {
  test('is written once for a key, edited, and deleted with its text', async ({ ann, clientOf }) => {
    const send = await clientOf(ann)
    const write = () =>
      send(
        'POST statuses',
        { status: 'One\n\nTwo <3', language: 'de', spoiler_text: '', sensitive: 'False' },
        { 'idempotency-key': 'k' },
      )
    const [{ body: made }, { body: again }] = [await write(), await write()]
    expect(made).toMatchObject({ content: '<p>One</p><p>Two &#60;3</p>', language: 'de', account: { id: ann._id } })
    expect(again.id).toBe(made.id)
    // Lengths count as in our own calls.
    expect((await send('POST statuses', { status: '🦆'.repeat(2_501) })).status).toBe(422)
    const { body: edited } = await send(`PUT statuses/${made.id}`, { status: 'Three' })
    expect([edited.content, edited.id, edited.language]).toEqual(['<p>Three</p>', made.id, 'de'])
    const { body: said } = await send(`PUT statuses/${made.id}`, { status: 'Three', language: 'fr' })
    expect(said.language).toBe('fr')
    expect((await send(`GET statuses/${made.id}/source`)).body).toEqual({
      id: made.id,
      text: 'Three',
      spoiler_text: '',
    })
    expect((await send(`DELETE statuses/${made.id}`)).body).toMatchObject({ id: made.id, text: 'Three' })
    expect((await send(`GET statuses/${made.id}`)).status).toBe(404)
  })

  test('may have a warning, or media that are blurred', async ({ ann, bob, clientOf }) => {
    const send = await clientOf(ann)
    const { body } = await send('POST statuses', { status: 'The end', spoiler_text: 'About\nthe end' })
    const { id } = body
    // A warning covers the media too.
    expect(body).toMatchObject({ content: '<p>The end</p>', spoiler_text: 'About the end', sensitive: true })
    expect((await send(`GET statuses/${id}/source`)).body).toMatchObject({ spoiler_text: 'About the end' })
    expect((await send(`PUT statuses/${id}`, { status: 'An end' })).body.spoiler_text).toBe('About the end')
    const change = { spoiler_text: '', sensitive: true }
    expect((await send(`PUT statuses/${id}`, change)).body).toMatchObject(change)
    expect((await send<Status[]>('GET timelines/home')).body[0]).toMatchObject(change)
    expect((await send(`PUT statuses/${id}`, { sensitive: false })).body).toMatchObject({ sensitive: false })
    const post = (await bob.call('GET /api/posts/:postId', { params: { postId: id } })).post
    for (const name of ['warning', 'sensitive']) expect(post).not.toHaveProperty(name)
  })

  test('that answers one may repeat its warning, and has none of its own', async ({ ann, bob, clientOf }) => {
    const [send, answer] = [await clientOf(ann), await clientOf(bob)]
    const { body: post } = await send('POST statuses', { status: 'The end', spoiler_text: 'The end' })
    const write = (in_reply_to_id: string, spoiler_text: string) =>
      answer('POST statuses', { status: 'Oh', in_reply_to_id, spoiler_text, sensitive: true })
    const { body: comment } = await write(post.id, 'The end')
    expect(comment).toMatchObject({ content: '<p>Oh</p>', spoiler_text: '', sensitive: false })
    expect((await write(comment.id, 're: The end')).status).toBe(200)
    expect((await write(post.id, 'Another')).status).toBe(422)
  })

  test('is written once for a key also if what it quotes, or answers, has gone meanwhile', async ({
    ann,
    bob,
    clientOf,
  }) => {
    const [send, other] = [await clientOf(ann), await clientOf(bob)]
    const { _id: quoted } = await writePost(bob)
    const { _id: post } = await writePost(ann)
    const { body: answered } = await other('POST statuses', { status: 'A comment', in_reply_to_id: post })
    const inputs = [{ quoted_status_id: quoted }, { in_reply_to_id: answered.id }]
    const writeAll = () =>
      Promise.all(
        inputs.map((input, index) =>
          send('POST statuses', { status: 'x', ...input }, { 'idempotency-key': `${index}` }),
        ),
      )
    const made = await writeAll()
    for (const id of [quoted, answered.id]) await other(`DELETE statuses/${id}`)
    const again = await writeAll()
    expect(again.map(({ status, body }) => [status, body.id])).toEqual(made.map(({ body }) => [200, body.id]))
    for (const input of inputs) expect((await send('POST statuses', { status: 'x', ...input })).status).toBe(404)
  })

  test('that answers one is a comment, which is edited and deleted likewise', async ({ ann, bob, clientOf }) => {
    const post = await writePost(bob)
    const send = await clientOf(ann)
    const { body } = await send('POST statuses', { status: 'Nice', in_reply_to_id: post._id })
    expect(body).toMatchObject({ in_reply_to_id: post._id, in_reply_to_account_id: bob._id })
    expect((await send(`PUT statuses/${body.id}`, { status: 'Nicer' })).body.content).toBe('<p>Nicer</p>')
    expect((await send(`POST statuses/${body.id}/bookmark`)).status).toBe(422)
    expect((await send(`DELETE statuses/${body.id}`)).body.text).toBe('Nicer')
    const { comments } = (await bob.call('GET /api/posts/:postId', { params: { postId: post._id } })).post
    expect(comments).toEqual([])
  })

  test.for([
    [{ visibility: 'direct' }],
    [{ visibility: 'private' }],
    [{ visibility: 'unlisted' }],
    [{ spoiler_text: 'x'.repeat(121) }],
    [{ poll: { options: ['a', 'b'], expires_in: 60 } }],
    [{ scheduled_at: '2030-01-01T00:00:00Z' }],
    [{ media_ids: ['1'] }],
  ])('is refused where Quack cannot keep to it: %j', async ([more], { ann, clientOf }) => {
    const send = await clientOf(ann)
    const answer = await send<{ error: string }>('POST statuses', { status: 'Secret', ...more })
    expect([answer.status, answer.body.error]).toEqual([422, expect.stringMatching(/^Validation failed: /)])
    expect((await ann.call('GET /api/posts/user/:username', { params: { username: ann.username } })).posts).toEqual([])
  })

  test('that answers a comment is under it, for those who see that', async ({ ann, bob, carl, clientOf }) => {
    const post = await writePost(ann)
    const [send, other, third] = [await clientOf(ann), await clientOf(bob), await clientOf(carl)]
    const write = async (client: typeof send, answered: string) =>
      (await client('POST statuses', { status: 'Yes', in_reply_to_id: answered })).body
    const first = await write(other, post._id)
    const second = await write(send, first.id)
    const last = await write(other, second.id)
    const aside = await write(third, post._id)
    expect(last).toMatchObject({ in_reply_to_id: second.id, in_reply_to_account_id: ann._id })
    const repliesTo = async ({ id }: Status) => (await send<Status>(`GET statuses/${id}`)).body.replies_count
    expect(await Promise.all([first, last, aside].map(repliesTo))).toEqual([1, 0, 0])
    const around = async (client: typeof send, id: string) => {
      const { ancestors, descendants } = (await client<Context>(`GET statuses/${id}/context`)).body
      return [ancestors, descendants].map((list) => list.map((each) => each.id))
    }
    expect(await around(send, post._id)).toEqual([[], [first.id, second.id, last.id, aside.id]])
    expect(await around(send, second.id)).toEqual([[post._id, first.id], [last.id]])
    await send(`DELETE statuses/${second.id}`)
    expect(await around(send, last.id)).toEqual([[post._id], []])
    await write(third, first.id)
    await bob.call('POST /api/users/block/:id', { params: { id: carl._id } })
    const seen = (await third<Context>(`GET statuses/${post._id}/context`)).body.descendants
    expect(seen.map((each) => each.in_reply_to_id)).toEqual([post._id, post._id])
  })

  test('is as private as its author, and its answers as it is', async ({ ann, bob, clientOf }) => {
    const [send, answer] = [await clientOf(ann), await clientOf(bob)]
    await answer(`POST accounts/${ann._id}/follow`)
    await ann.call('POST /api/account/private', { body: { private: true } })
    const { body } = await send('POST statuses', { status: 'For followers', visibility: 'private' })
    expect(body.visibility).toBe('private')
    const given = { status: 'I see', visibility: 'private', in_reply_to_id: body.id }
    expect((await answer('POST statuses', given)).body.visibility).toBe('private')
    expect((await answer('POST statuses', { status: 'Mine', visibility: 'private' })).status).toBe(422)
    const open = await writePost(bob)
    expect((await send('POST statuses', { ...given, in_reply_to_id: open._id })).status).toBe(422)
    expect((await send('POST statuses', { status: 'x', visibility: 'direct' })).status).toBe(422)
  })

  test('of another member cannot be changed', async ({ ann, bob, clientOf }) => {
    const post = await writePost(bob)
    const send = await clientOf(ann)
    expect((await send(`PUT statuses/${post._id}`, { status: 'Mine' })).status).toBe(403)
    expect((await send(`DELETE statuses/${post._id}`)).status).toBe(403)
    expect((await send(`GET statuses/${post._id}`)).status).toBe(200)
  })

  test('is favourited and bookmarked, again too; a favourite of a comment is an upvote', async ({
    ann,
    bob,
    clientOf,
  }) => {
    const post = await writePost(bob)
    const send = await clientOf(ann)
    const react = async (id: string, reaction: string) => (await send(`POST statuses/${id}/${reaction}`)).body
    for (let count = 0; count < 2; count++) {
      expect(await react(post._id, 'favourite')).toMatchObject({ favourited: true, favourites_count: 1 })
      expect(await react(post._id, 'bookmark')).toMatchObject({ bookmarked: true })
    }
    for (let count = 0; count < 2; count++) {
      expect(await react(post._id, 'unfavourite')).toMatchObject({ favourited: false, favourites_count: 0 })
      expect(await react(post._id, 'unbookmark')).toMatchObject({ bookmarked: false })
    }
    const { id } = (await send('POST statuses', { status: 'Nice', in_reply_to_id: post._id })).body
    const other = await clientOf(bob)
    expect((await other(`POST statuses/${id}/favourite`)).body).toMatchObject({ favourited: true, favourites_count: 1 })
    expect((await other(`POST statuses/${id}/unfavourite`)).body).toMatchObject({ favourited: false })
  })

  test('is reblogged by a status of its own, again too, and unreblogged', async ({ ann, bob, clientOf }) => {
    const post = await writePost(bob, 'Quack')
    const send = await clientOf(ann)
    const first = (await send<Status>(`POST statuses/${post._id}/reblog`)).body
    expect(first).toMatchObject({
      account: { id: ann._id },
      content: '<p>Quack</p>',
      reblog: { id: post._id, account: { id: bob._id }, reblogged: true, reblogs_count: 1, reblog: null },
    })
    expect(first.id).not.toBe(post._id)
    expect((await send(`POST statuses/${post._id}/reblog`)).body).toEqual(first)
    await follow(ann, bob)
    const [listed] = (await send<Status[]>('GET timelines/home')).body
    expect(listed).toMatchObject({ id: post._id, reblogged: true, reblogs_count: 1, reblog: null })
    const shown = { id: post._id, reblogged: false, reblogs_count: 0, reblog: null }
    for (let count = 0; count < 2; count++)
      expect((await send(`POST statuses/${post._id}/unreblog`)).body).toMatchObject(shown)
    const again = (await send<Status>(`POST statuses/${post._id}/reblog`)).body
    // What is done to the repost is not done to the post.
    const author = await clientOf(bob)
    expect((await author(`DELETE statuses/${again.id}`)).status).toBe(403)
    expect((await author(`PUT statuses/${again.id}`, { status: 'Other' })).status).toBe(403)
    expect((await send(`DELETE statuses/${again.id}`)).body).toMatchObject({ id: again.id, reblog: { id: post._id } })
    expect((await author<Status>(`GET statuses/${post._id}`)).body).toMatchObject({ reblogs_count: 0 })
    const own = await writePost(ann)
    expect((await send(`POST statuses/${own._id}/reblog`)).status).toBe(422)
    const { id } = (await send('POST statuses', { status: 'Nice', in_reply_to_id: post._id })).body
    expect((await send(`POST statuses/${id}/reblog`)).status).toBe(422)
  })
})

describe('a relationship', () => {
  test('is what the member has asked for, again too', async ({ ann, bob, clientOf }) => {
    const send = await clientOf(ann)
    const relate = async (relation: string) =>
      (await send<Relationship>(`POST accounts/${bob._id}/${relation}`, { duration: 3_000 })).body
    for (const [relation, shown] of [
      ['follow', { following: true }],
      ['mute', { muting: true }],
      ['unmute', { muting: false, following: true }],
      ['unfollow', { following: false }],
      ['block', { blocking: true, following: false }],
      ['unblock', { blocking: false }],
    ] as const) {
      for (let count = 0; count < 2; count++)
        expect([relation, await relate(relation)]).toMatchObject([relation, shown])
    }
    const { body } = await send<Relationship[]>(`GET accounts/relationships?id[]=${bob._id}&id[]=x`)
    expect(body).toMatchObject([{ id: bob._id, following: false, blocked_by: false, note: '' }])
  })

  test('is with or without reblogs, from a follow on', async ({ ann, bob, clientOf }) => {
    const send = await clientOf(ann)
    const ask = async (input: object) => (await send<Relationship>(`POST accounts/${bob._id}/follow`, input)).body
    expect(await ask({ reblogs: false })).toMatchObject({ following: true, showing_reblogs: false })
    expect(await ask({})).toMatchObject({ following: true, showing_reblogs: false })
    expect(await ask({ reblogs: true })).toMatchObject({ following: true, showing_reblogs: true })
    await bob.call('POST /api/account/private', { body: { private: true } })
    await send(`POST accounts/${bob._id}/unfollow`)
    expect(await ask({ reblogs: false })).toMatchObject({ requested: true, showing_reblogs: false })
  })

  test('with a private member is asked for', async ({ ann, bob, clientOf }) => {
    await bob.call('POST /api/account/private', { body: { private: true } })
    const send = await clientOf(ann)
    const { body } = await send<Relationship>(`POST accounts/${bob._id}/follow`)
    expect(body).toMatchObject({ following: false, requested: true })
  })
})
