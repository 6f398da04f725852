import { createHash, randomBytes } from 'node:crypto'
import { createOAuthAPIClient, createRestAPIClient, createStreamingAPIClient, type mastodon } from 'masto'
import { describe, expect } from 'vitest'
import { WebSocket } from 'ws'
import { createApps } from '../../../test/apps.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { test as base } from '../../../test/push-fixtures.ts'
import { picture } from '../../../test/uploads.ts'
import { EVENTS } from '../events/events.routes.ts'

/** What apps in browsers are built with, over real HTTP: it decides how our answers are read. */

type Streams = mastodon.streaming.Client

/** By its pings a test knows what the server has heard, which the WebSocket of Node does not tell. */
class AnsweredSocket extends WebSocket {
  readonly counts = { said: 0, heard: 0, rounds: 0 }

  constructor(...of: ConstructorParameters<typeof WebSocket>) {
    super(...of)
    this.on('ping', () => this.counts.rounds++)
    this.on('pong', () => this.counts.heard++)
  }

  override send(data: string): void {
    this.counts.said++
    super.send(data)
    this.ping()
  }
}

const test = base
  .extend('options', { scope: 'file' }, () => ({ push: { allowPrivateAddresses: true }, events: EVENTS }))
  .extend('url', { scope: 'file' }, async ({ app }) => app.app.listen({ host: '127.0.0.1', port: 0 }))
  /** Signs in by PKCE, as an app does. */
  .extend('tokenOf', ({ app, url }) => async (member: TestMember): Promise<string> => {
    const apps = createApps(app.app)
    const redirectUri = 'https://app.example/callback?of=quack'
    const scopes = 'read write push'
    const registered = await createRestAPIClient({ url }).v1.apps.create({
      clientName: 'Teal',
      redirectUris: redirectUri,
      scopes,
    })
    const client = { client_id: String(registered.clientId), client_secret: String(registered.clientSecret) }
    const verifier = randomBytes(32).toString('base64url')
    const allowed = await apps.allow(client, member, {
      redirect_uri: redirectUri,
      scope: scopes,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const token = await createOAuthAPIClient({ url }).token.create({
      grantType: 'authorization_code',
      clientId: client.client_id,
      clientSecret: client.client_secret,
      redirectUri,
      code: String(allowed.searchParams.get('code')),
      // Its types do not have it yet.
      ...{ codeVerifier: verifier },
    })
    return token.accessToken
  })
  .extend('signIn', ({ url, tokenOf }) => async (member: TestMember): Promise<mastodon.rest.Client> => {
    return createRestAPIClient({ url, accessToken: await tokenOf(member) })
  })
  /** Listens to streams. Everything that happens from now on is heard. */
  .extend('hear', async ({ url, tokenOf }, { onCleanup }) => {
    const clients: Streams[] = []
    onCleanup(() => {
      for (const client of clients) client.close()
    })
    return async (member: TestMember, subscribe: (streams: Streams) => mastodon.streaming.Subscription[]) => {
      const sockets: AnsweredSocket[] = []
      class Socket extends AnsweredSocket {
        constructor(...of: ConstructorParameters<typeof WebSocket>) {
          super(...of)
          sockets.push(this)
        }
      }
      const { configuration } = await createRestAPIClient({ url }).v2.instance.fetch()
      const props = { streamingApiUrl: configuration.urls.streaming, accessToken: await tokenOf(member) }
      const client = createStreamingAPIClient({ ...props, implementation: Socket })
      clients.push(client)
      const subscriptions = subscribe(client)
      const heard = subscriptions.map((subscription) => {
        const events: mastodon.streaming.Event[] = []
        const listen = async () => {
          for await (const event of subscription) events.push(event)
        }
        listen().catch(() => undefined)
        return events
      })
      const settle = (said: number) =>
        expect
          .poll(() => sockets.map(({ counts }) => ({ ...counts, rounds: Math.min(1, counts.rounds) })))
          .toEqual([{ said, heard: said, rounds: 1 }])
      await settle(subscriptions.length)
      return { heard, subscriptions, settle, kinds: () => heard.map((events) => events.map(({ event }) => event)) }
    }
  })

describe('masto', () => {
  test('signs in, posts a picture, edits, answers, and finds it all', async ({ ann, bob, signIn }) => {
    const [own, other] = [await signIn(ann), await signIn(bob)]
    expect((await own.v1.accounts.verifyCredentials()).username).toBe(ann.username)
    await other.v1.accounts.$select(ann._id).follow()
    const file = new Blob([new Uint8Array(await picture().png().toBuffer())])
    const sent = await own.v2.media.create({ file, description: 'A duck' })
    const made = await own.v1.statuses.create({ status: 'One #duck', mediaIds: [sent.id] })
    expect(made.mediaAttachments).toMatchObject([{ id: sent.id, description: 'A duck', type: 'image' }])
    const edited = await own.v1.statuses.$select(made.id).update({ status: 'Two #duck', mediaIds: [sent.id] })
    expect([edited.content, edited.mediaAttachments.length]).toEqual([expect.stringContaining('Two'), 1])

    const answer = await other.v1.statuses.create({ status: `@${ann.username} Nice`, inReplyToId: made.id })
    await other.v1.statuses.$select(made.id).favourite()
    const { descendants } = await own.v1.statuses.$select(made.id).context.fetch()
    expect(descendants.map(({ id }) => id)).toEqual([answer.id])
    const kinds = (await own.v1.notifications.list()).map(({ type, status }) => [type, status?.id])
    expect(kinds).toEqual([
      ['favourite', made.id],
      ['mention', answer.id],
      ['follow', undefined],
    ])
    expect((await other.v1.timelines.home.list({ limit: 1 }))[0]?.id).toBe(made.id)
    await own.v1.statuses.$select(made.id).remove()
    await expect(own.v1.statuses.$select(made.id).fetch()).rejects.toThrow('Record not found')
  })

  test('reads home to its end and back by the links, while others write and delete', async ({ ann, bob, signIn }) => {
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    const posts: string[] = []
    for (let count = 0; count < 7; count++) posts.unshift((await writePost(bob))._id)
    const client = await signIn(ann)
    const down: string[] = []
    for await (const page of client.v1.timelines.home.list({ limit: 2 })) {
      down.push(...page.map(({ id }) => id))
      await writePost(bob)
      const gone = posts.find((id) => !down.includes(id) && id !== posts.at(-1))
      if (gone !== undefined) await bob.call('DELETE /api/posts/:postId', { params: { postId: gone } })
      if (gone !== undefined) posts.splice(posts.indexOf(gone), 1)
    }
    expect(down).toEqual(posts)
    const up: string[] = []
    const home = client.v1.timelines.home.list({ limit: 2, minId: String(posts.at(-1)) })
    for await (const page of home.setDirection('prev')) up.unshift(...page.map(({ id }) => id))
    const all = (await client.v1.timelines.home.list({ limit: 40 })).map(({ id }) => id)
    expect(up).toEqual(all.slice(0, -1))
  })

  test('hears on each of its streams what is written, edited and deleted', async ({ ann, bob, signIn, hear }) => {
    const [own, other] = [await signIn(ann), await signIn(bob)]
    await own.v1.accounts.$select(bob._id).follow()
    const { heard, subscriptions, settle, kinds } = await hear(ann, (streams) => [
      streams.user.subscribe(),
      streams.hashtag.subscribe({ tag: 'Ducks' }),
      streams.public.subscribe(),
    ])
    const { id } = await other.v1.statuses.create({ status: 'All #ducks' })
    await expect.poll(kinds).toEqual([['update'], ['update'], ['update']])
    const shown = await own.v1.statuses.$select(id).fetch()
    for (const [event] of heard) expect(event?.payload).toEqual(shown)

    // The like is not told. It is read with the edit.
    await own.v1.statuses.$select(id).favourite()
    await other.v1.statuses.$select(id).update({ status: 'Some #ducks' })
    const both = ['update', 'status.update']
    await expect.poll(kinds).toEqual([both, both, both])
    const edited = { favourited: true, content: expect.stringContaining('Some') }
    for (const [, event] of heard) expect(event?.payload).toMatchObject(edited)

    subscriptions[2]?.unsubscribe()
    await settle(4)
    await other.v1.statuses.$select(id).remove()
    await expect.poll(kinds).toEqual([[...both, 'delete'], [...both, 'delete'], both])
    const mine = await own.v1.statuses.create({ status: 'Mine' })
    await expect.poll(kinds).toEqual([[...both, 'delete', 'update'], [...both, 'delete'], both])
    expect(heard[0]?.slice(2)).toMatchObject([{ payload: id }, { payload: { id: mine.id } }])
  })

  test('hears of notifications on each stream that has them, once, as the list has them', async ({
    ann,
    bob,
    signIn,
    hear,
  }) => {
    const [own, other] = [await signIn(ann), await signIn(bob)]
    const { id } = await own.v1.statuses.create({ status: 'Mine' })
    const { heard } = await hear(ann, ({ user }) => [user.subscribe(), user.notification.subscribe()])
    await other.v1.statuses.$select(id).favourite()
    await other.v1.statuses.create({ status: 'Nice', inReplyToId: id })
    await other.v1.accounts.$select(ann._id).follow()
    await expect.poll(() => heard.map((events) => events.length)).toEqual([3, 3])
    const listed = (await own.v1.notifications.list()).toReversed()
    expect(listed.map(({ type }) => type)).toEqual(['favourite', 'mention', 'follow'])
    const said = ({ id, type, account, status }: mastodon.v1.Notification) => [id, type, account.id, status?.content]
    for (const events of heard) {
      expect(events.map(({ payload }) => said(payload as mastodon.v1.Notification))).toEqual(listed.map(said))
    }
  })

  test('is sent what it wants by push messages, which the keys of its subscription decrypt', async ({
    service,
    ann,
    bob,
    signIn,
  }) => {
    const [own, other] = [await signIn(ann), await signIn(bob)]
    const { publicKey } = (await own.v2.instance.fetch()).configuration.vapid
    const { subscription, messages } = service.subscribe(publicKey)
    const alerts = { mention: true, favourite: false }
    const made = await own.v1.push.subscription.create({ subscription, data: { alerts }, policy: 'all' })
    expect(made).toMatchObject({ endpoint: subscription.endpoint, serverKey: publicKey, alerts })
    const { id } = await own.v1.statuses.create({ status: 'Mine' })
    await other.v1.statuses.$select(id).favourite()
    await other.v1.accounts.$select(ann._id).follow()
    await other.v1.statuses.create({ status: 'Nice', inReplyToId: id })
    await expect
      .poll(() => messages.map(({ payload }) => JSON.parse(payload)))
      .toMatchObject([
        {
          access_token: '',
          notification_type: 'mention',
          notification_id: expect.any(Number),
          title: expect.stringContaining('commented'),
          body: 'Nice',
        },
      ])
    const changed = await own.v1.push.subscription.update({ data: { alerts: { follow: true } } })
    expect(changed.alerts).toMatchObject({ follow: true, mention: false })
    expect(await own.v1.push.subscription.fetch()).toEqual(changed)
    await own.v1.push.subscription.remove()
    await expect(own.v1.push.subscription.fetch()).rejects.toThrow('Record not found')
    expect(service.problems).toEqual([])
  })
})
