import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Filter, Status } from '@quack/contract/client-api/entities'
import { CHANNELS_MAX } from '@quack/contract/client-api/streaming'
import { STREAMS_MAX } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { openSocket } from '../../../../test/app-sockets.ts'
import { createApps } from '../../../../test/apps.ts'
import { block, comment, follow, like } from '../../../../test/blocks.ts'
import { MINIMAL } from '../../../../test/client.ts'
import { listen } from '../../../../test/events.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { signUp, type TestMember, writePost } from '../../../../test/members.ts'
import { quote } from '../../../../test/quotes.ts'
import { repost } from '../../../../test/reposts.ts'
import type { MemberId, SessionId } from '../../../database/schema.ts'
import { createLoadGate } from '../../../http/limits/load-gate.ts'
import { EVENTS } from '../../events/events.routes.ts'
import { suspend } from '../../moderation/suspension.service.ts'
import { urlsAt } from '../transport/urls.ts'
import { AppStream } from './app-stream.ts'
import { outletOf, pingOf } from './sockets.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('apps', ({ app }) => createApps(app.app))
  .extend('tokenOf', ({ apps }) => {
    return async (member: TestMember, scope = 'read write') => apps.tokenOf(await apps.register(), member, { scope })
  })
  .extend('open', async ({ address, tokenOf }, { onCleanup }) => {
    const sockets: Awaited<ReturnType<typeof openSocket>>[] = []
    onCleanup(() => {
      for (const socket of sockets) socket.close()
    })
    return async (member: TestMember, query = '?stream=user', scope = 'read write') => {
      const socket = await openSocket(address, { query, headers: { authorization: await tokenOf(member, scope) } })
      sockets.push(socket)
      return socket
    }
  })

const endOthers = (member: TestMember) => member.call('DELETE /api/account/sessions')
const edit = (author: TestMember, postId: string, content: string) =>
  author.send({ method: 'POST', url: `/api/posts/edit/${postId}`, payload: { postData: { content } } })

describe('a socket of an app', () => {
  test('hears of no notifications without their scope', async ({ ann, bob, open }) => {
    const post = await writePost(ann)
    const [socket, deaf] = [await open(ann), await open(ann, '?stream=user', 'read:statuses')]
    await like(bob, post._id)
    await socket.until((heard) => heard.length > 0)
    const own = await writePost(ann)
    await deaf.until((heard) => heard.length > 0)
    expect(deaf.heard.map(({ event }) => event)).toEqual(['update'])
    expect(deaf.statuses()).toEqual([`user: update ${own._id}`])
  })

  test.for<[string, (ann: TestMember, bob: TestMember) => Promise<unknown>]>([
    ['a block', (ann, bob) => block(ann, bob)],
    ['a block by the author', (ann, bob) => block(bob, ann)],
    [
      'a mute',
      (ann, bob) => ann.call('POST /api/users/mute/:id', { params: { id: bob._id }, body: { duration: 'always' } }),
    ],
    [
      'an account that becomes private',
      (_ann, bob) => bob.call('POST /api/account/private', { body: { private: true } }),
    ],
  ])('is told to delete what %s hides, and hears no more of it', async ([_what, hide], { ann, bob, carl, open }) => {
    const [socket, other] = [await open(ann, '?stream=public'), await open(bob)]
    const { _id: id } = await writePost(bob)
    await socket.until(() => socket.heard.length === 1)
    await hide(ann, bob)
    await socket.until(() => socket.heard.length === 2)
    await edit(bob, id, 'Not for Ann')
    await other.until((heard) => heard.some(({ event }) => event === 'status.update'))
    const { _id: unseen } = await writePost(bob, 'Not for Ann')
    await other.until(() => other.statuses().includes(`user: update ${unseen}`))
    const last = await writePost(carl)
    await socket.until(() => socket.statuses().includes(`public: update ${last._id}`))
    expect(socket.statuses()).toEqual([`public: update ${id}`, `public: delete ${id}`, `public: update ${last._id}`])
  })

  test('hears everybody in the languages that its member has chosen, and whom its member follows in all', async ({
    ann,
    bob,
    carl,
    open,
  }) => {
    await ann.call('POST /api/account/languages', { body: { languages: ['fi'] } })
    await follow(ann, bob)
    const [socket, home] = [await open(ann, '?stream=public'), await open(ann)]
    const say = async (author: TestMember, lang: string) => {
      const { post } = await author.call('POST /api/posts', {
        body: { postData: { content: 'Ankka', lang } },
        headers: MINIMAL,
      })
      return post?._id
    }
    const [german, finnish, none] = [await say(bob, 'de'), await say(carl, 'fi-FI'), await say(carl, '')]
    await socket.until((heard) => heard.length === 2)
    expect(socket.statuses()).toEqual([`public: update ${finnish}`, `public: update ${none}`])
    await home.until((heard) => heard.length > 0)
    expect(home.statuses()).toEqual([`user: update ${german}`])
  })

  test('is told of a repost by whom its member follows, as a status of its own', async ({ ann, bob, carl, open }) => {
    await follow(ann, bob)
    const post = await writePost(carl, 'Worth reading')
    await like(ann, post._id)
    const socket = await open(ann)
    await repost(bob, post._id)
    await socket.until((heard) => heard.length > 0)
    expect(socket.heard.map(({ event }) => event)).toEqual(['update'])
    expect(JSON.parse(socket.heard[0]?.payload ?? '')).toMatchObject({
      account: { id: bob._id },
      reblog: { id: post._id, account: { id: carl._id }, reblog: null, favourited: true },
    })
  })

  test('is told of a quote with what its member sees of the post', async ({
    address,
    ann,
    bob,
    carl,
    member,
    open,
    tokenOf,
  }) => {
    const dan = await member('dan')
    for (const reader of [carl, dan]) await follow(reader, bob)
    const { _id: id } = await writePost(ann, 'Quoted')
    await like(carl, id)
    await dan.call('POST /api/users/mute/:id', { params: { id: ann._id }, body: { duration: 'always' } })
    const [own, other, muting] = [await open(ann), await open(carl), await open(dan)]
    const { _id: quoteId } = await quote(bob, id, 'Look')
    for (const [socket, reader, event, state] of [
      [own, ann, 'notification', 'accepted'],
      [other, carl, 'update', 'accepted'],
      [muting, dan, 'update', 'unauthorized'],
    ] as const) {
      await socket.until((heard) => heard.length > 0)
      const told = JSON.parse(socket.heard[0]?.payload ?? '')
      const headers = { authorization: `Bearer ${await tokenOf(reader)}` }
      const read = (await (await fetch(`${address}/api/v1/statuses/${quoteId}`, { headers })).json()) as Status
      expect([socket.heard[0]?.event, read.quote?.state]).toEqual([event, state])
      // Streams do not tell what is pinned.
      expect(read).toMatchObject(told.type === 'quote' ? told.status : told)
    }
  })

  test('is told to delete a comment that is hidden', async ({ ann, bob, carl, open }) => {
    const post = await writePost(ann)
    await comment(bob, post._id, 'First')
    const socket = await open(bob)
    const commentId = await comment(carl, post._id, `@${bob.username} rude`)
    await socket.until(() => socket.heard.length > 0)
    await ann.call('POST /api/comments/hide/:postId/:commentId', { params: { postId: post._id, commentId } })
    await socket.until(() => socket.statuses().includes(`user: delete ${commentId}`))
  })

  test('is told that its muted words have changed, and no other relation', async ({ apps, ann, bob, open }) => {
    const socket = await open(ann)
    // When it arrives, the stream has noted what was muted before.
    await writePost(ann)
    await socket.until((heard) => heard.length === 1)
    await block(ann, bob)
    await ann.call('POST /api/muted-words', { body: { phrase: 'geese', action: 'hide', duration: 'always' } })
    await socket.until((heard) => heard.length === 2)
    const send = await apps.clientOf(ann)
    const [filter] = (await send<Filter[]>('GET /api/v2/filters')).body
    await send(`PUT /api/v2/filters/${filter?.id}`, { filter_action: 'warn' })
    await socket.until((heard) => heard.length === 3)
    const own = await writePost(ann)
    await socket.until((heard) => heard.length === 4)
    expect(socket.heard).toMatchObject([
      { on: 'user', event: 'update' },
      { on: 'user', event: 'filters_changed' },
      { on: 'user', event: 'filters_changed' },
      { on: 'user', event: 'update' },
    ])
    expect(socket.heard[3]?.payload).toContain(own._id)
  })

  test.for<[string, (member: TestMember, installation: TestApp) => Promise<unknown>]>([
    ['revokes its session', (member) => endOthers(member)],
    ['is suspended', (member, { db }) => suspend(db, Number(member._id) as MemberId)],
  ])('ends when its member %s', async ([_what, end], { app, ann, bob, open }) => {
    const [socket, other] = [await open(ann), await open(bob)]
    await end(ann, app)
    expect(await socket.closed).toBe(1001)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
  })

  test('has its token in a header, the address or the protocol, which is repeated', async ({
    address,
    ann,
    tokenOf,
  }) => {
    const token = await tokenOf(ann)
    for (const options of [
      { headers: { authorization: `Bearer ${token}` } },
      { query: `?access_token=${token}&stream=user` },
      { protocols: [token] },
      { protocols: [token], query: `?access_token=${token}` },
    ]) {
      const { socket, close } = await openSocket(address, options)
      expect(socket.protocol).toBe(options.protocols?.[0] ?? '')
      close()
    }
  })

  test.for([
    ['list&list=1', 404],
    ['hashtag', 422],
  ] as const)('is refused where there is no such stream: %s', async ([name, status], { address, ann, tokenOf }) => {
    const headers = { authorization: await tokenOf(ann) }
    await expect(openSocket(address, { query: `?stream=${name}`, headers })).rejects.toThrow('refused with 422')
    expect((await fetch(`${address}/api/v1/streaming/${name}`, { headers })).status).toBe(status)
  })

  test('is told what is wrong with what it says, and stays open', async ({ ann, open }) => {
    const socket = await open(ann, '', 'read:statuses')
    for (const message of [
      'no JSON',
      { type: 'subscribe', stream: 'list' },
      { type: 'subscribe', stream: 'user:notification' },
      ...Array.from({ length: CHANNELS_MAX + 1 }, (_, tag) => ({
        type: 'subscribe',
        stream: 'hashtag',
        tag: `t${tag}`,
      })),
    ]) {
      await socket.say(message)
    }
    expect(socket.errors.map(({ status }) => status)).toEqual([422, 422, 403, 429])
  })

  test('is refused beyond a number per member; a closed one no longer counts', async ({ ann, open }) => {
    const sockets = []
    for (let count = 0; count < STREAMS_MAX; count++) sockets.push(await open(ann))
    await expect(open(ann)).rejects.toThrow('refused with 429')
    sockets[0]?.socket.close()
    await sockets[0]?.closed
    await expect.poll(() => open(ann).catch(String)).toHaveProperty('heard')
  })
})

test('an app that reads too slowly is disconnected before much data waits for it', async ({ member }) => {
  const { _id, username } = await member('slow')
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [[WebSocket], unknown]
  client.pause()
  const viewer = { id: Number(_id) as MemberId, username, sessionId: 1 as SessionId, isShared: false, role: null }
  const now = Date.now()
  const stream = new AppStream({
    viewer: { ...viewer, scopes: null },
    ...{ endsAt: now, outlet: outletOf(socket), urls: urlsAt('https://quack.example'), now, ping: pingOf(socket) },
  })
  for (let count = 0; count < 10_000 && stream.isOpen; count++) stream.write('x'.repeat(10_000))
  expect(stream.isOpen).toBe(false)
  client.terminate()
  server.close()
})

test('server-sent events are the same, for apps without WebSockets', async ({ address, ann, bob, tokenOf }) => {
  expect(await (await fetch(`${address}/api/v1/streaming/health`)).text()).toBe('OK')
  const abort = new AbortController()
  const url = `${address}/api/v1/streaming/public/local?access_token=${await tokenOf(ann)}`
  const { body, headers } = await fetch(url, { signal: abort.signal })
  expect(headers.get('content-type')).toBe('text/event-stream')
  let text = ''
  let id = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes(':thump') && id === '') id = (await writePost(bob))._id
    if (id !== '' && text.includes(id)) break
  }
  abort.abort()
  expect(text).toMatch(new RegExp(`^:thump\n\nevent: update\ndata: \\{"id":"${id}".*\\}\n\n$`))
})

test('a stopping server closes its sockets', async () => {
  const loadGate = createLoadGate()
  const app = await startTestApp({ events: EVENTS, loadGate })
  const member = await signUp(app)
  const apps = createApps(app.app)
  const token = await apps.tokenOf(await apps.register(), member)
  const { closed } = await openSocket(await listen(app), { query: '?stream=user', protocols: [token] })
  // The socket is not under way as a request is.
  expect(loadGate.state.underWay).toBe(0)
  await app.close()
  expect(await closed).toBe(1001)
})
