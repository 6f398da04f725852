import { createHash, randomBytes } from 'node:crypto'
import { createOAuthAPIClient, createRestAPIClient, type mastodon } from 'masto'
import { describe, expect } from 'vitest'
import { createApps } from '../../../test/apps.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { picture } from '../../../test/uploads.ts'

/** What apps in browsers are built with, over real HTTP: it decides how our answers are read. */

const test = base
  .extend('url', { scope: 'file' }, async ({ app }) => app.app.listen({ host: '127.0.0.1', port: 0 }))
  /** Signs in by PKCE, as an app does. */
  .extend('signIn', ({ app, url }) => async (member: TestMember): Promise<mastodon.rest.Client> => {
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
    return createRestAPIClient({ url, accessToken: token.accessToken })
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
})
