import type { CredentialAccount } from '@quack/contract/client-api/entities'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../../test/answers.ts'
import { createApps } from '../../../../test/apps.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { appoint, signUp } from '../../../../test/members.ts'
import { picture } from '../../../../test/uploads.ts'

const test = base.extend('apps', ({ app }) => createApps(app.app))

interface Refusal {
  readonly error: string
  readonly details: Record<string, readonly { readonly error: string; readonly description: string }[]>
}
const form = (username: string) => ({ username, email: `${username}@example.com`, password: PASSWORD, agreement: true })

describe('a new member', () => {
  test('joins in an app, which gets a token of theirs', async ({ apps }) => {
    const join = apps.callWith(await apps.tokenOfApp(await apps.register(), 'read write'))
    const { body } = await join<{ access_token: string; scope: string }>('POST /api/v1/accounts', {
      ...form('teal'),
      locale: 'en',
    })
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'read write', created_at: expect.any(Number) })
    const own = await apps.callWith(body.access_token)<CredentialAccount>('GET /api/v1/accounts/verify_credentials')
    expect(own.body).toMatchObject({ acct: 'teal', display_name: '' })
    const taken = await join<Refusal>('POST /api/v1/accounts', form('Teal'))
    expect([taken.status, taken.body.details]).toEqual([
      422,
      { username: [{ error: 'ERR_TAKEN', description: expect.any(String) }] },
    ])
  })

  test('is told what is wrong with each field', async ({ apps }) => {
    const join = apps.callWith(await apps.tokenOfApp(await apps.register(), 'read write'))
    const wrong = { username: 'a b', email: 'nowhere', password: 'short' }
    const { status, body } = await join<Refusal>('POST /api/v1/accounts', wrong)
    const kinds = (details: Refusal['details']) =>
      Object.fromEntries(Object.entries(details).map(([field, of]) => [field, of.map(({ error }) => error)]))
    expect([status, body.error, kinds(body.details)]).toEqual([
      422,
      expect.stringMatching(/^Validation failed: /),
      { username: ['ERR_INVALID'], email: ['ERR_INVALID'], password: ['ERR_TOO_SHORT'], agreement: ['ERR_ACCEPTED'] },
    ])
    const { body: empty } = await join<Refusal>('POST /api/v1/accounts', {})
    expect(kinds(empty.details)).toMatchObject({
      username: ['ERR_BLANK'],
      email: ['ERR_BLANK'],
      password: ['ERR_BLANK'],
    })
  })

  test('needs an app that may sign somebody up', async ({ apps }) => {
    const reader = apps.callWith(await apps.tokenOfApp(await apps.register()))
    expect((await reader('POST /api/v1/accounts', form('reader'))).status).toBe(403)
  })

  test('waits for approval, or needs an invitation, as with our own form', async ({ ownApp }) => {
    const apps = createApps(ownApp.app)
    const owner = await appoint(ownApp, await signUp(ownApp), 'owner')
    const join = apps.callWith(await apps.tokenOfApp(await apps.register(), 'read write'))
    const set = (mode: 'approval' | 'invitation' | 'closed') =>
      owner.call('POST /api/moderation/installation', { body: { signUp: { mode, question: 'Why?' } } })
    const attempt = async (more: object = {}) => {
      const { status, body } = await join<Refusal>('POST /api/v1/accounts', { ...form('teal'), ...more })
      return [status, Object.keys(body.details ?? {})]
    }
    await set('approval')
    expect(await attempt()).toEqual([422, ['reason']])
    expect(await attempt({ reason: 'Ducks' })).toEqual([403, []])
    const { applications } = await owner.call('GET /api/moderation/applications', { query: {} })
    expect(applications).toMatchObject([{ username: 'teal', answer: 'Ducks' }])
    await set('invitation')
    const code = (await owner.call('POST /api/moderation/invitations', { body: { uses: 1, days: 1 } })).token
    expect(await attempt({ username: 'other' })).toEqual([422, ['invite_code']])
    expect(await attempt({ username: 'other', invite_code: code })).toEqual([200, []])
    await set('closed')
    expect(await attempt({ username: 'third' })).toEqual([403, []])
  })
})

describe('the own profile', () => {
  test('is changed by an app, as far as Quack has it', async ({ apps, ann }) => {
    const send = await apps.clientOf(ann)
    const change = async (fields: object) =>
      (await send<CredentialAccount>('PATCH /api/v1/accounts/update_credentials', fields)).body
    expect(
      await change({
        display_name: 'Ann Marie Duck',
        note: 'Quack <3',
        locked: true,
        source: { privacy: 'private', sensitive: true },
        fields_attributes: [
          { name: 'Website', value: 'ann.example' },
          { name: '', value: '' },
        ],
      }),
    ).toMatchObject({
      display_name: 'Ann Marie Duck',
      locked: true,
      source: {
        note: 'Quack <3',
        privacy: 'private',
        sensitive: true,
        fields: [{ name: 'Website', value: 'https://ann.example' }],
      },
    })
    const { user } = await ann.call('GET /api/users/:username', { params: { username: ann.username } })
    expect(user).toMatchObject({ firstName: 'Ann Marie', lastName: 'Duck' })
    // As a form has them.
    expect(await change({ display_name: ' ' })).toMatchObject({ display_name: '', username: ann.username })
    // Pronouns are a field of this name.
    const fields = [
      { name: 'Website', value: 'https://ann.example' },
      { name: 'Pronouns', value: 'she/her' },
      { name: 'Code', value: 'https://git.example/ann' },
    ]
    const account = await change({ fields_attributes: fields })
    expect(account).toMatchObject({
      source: { fields: fields.map((field) => ({ ...field, verified_at: null })) },
      fields: [
        { value: expect.stringContaining('rel="nofollow noopener"') },
        { value: 'she/her' },
        { name: 'Code', value: expect.stringContaining('rel="me nofollow noopener"') },
      ],
    })
    expect(await change({ fields_attributes: account.source.fields })).toEqual(account)
    expect((await ann.call('GET /api/users/:username', { params: { username: ann.username } })).user).toMatchObject({
      website: 'https://ann.example',
      profile: { pronouns: 'she/her', fields: [{ name: 'Code', value: 'https://git.example/ann' }] },
    })
    // What the website and the pronouns cannot be is a field.
    const others = [
      { name: 'Website', value: 'None yet' },
      { name: 'Pronouns', value: 'as you like, '.repeat(5).trim() },
    ]
    expect(await change({ fields_attributes: others })).toMatchObject({ source: { fields: others } })
    const query = 'display_name=Ann&locked=false&fields_attributes[0][name]=x&fields_attributes[0][value]='
    const { body } = await send<CredentialAccount>(`PATCH /api/v1/accounts/update_credentials?${query}`)
    expect(body).toMatchObject({ display_name: 'Ann', locked: false, source: { note: 'Quack <3', fields: [] } })
    expect(await change({ fields_attributes: { 0: { value: 'https://two.example' } } })).toMatchObject({
      display_name: 'Ann',
      fields: [{ name: 'Website' }],
    })
  })

  test('is changed by a form with parts, as many apps send it, with a picture', async ({ app, apps, ann }) => {
    const token = await apps.tokenOf(await apps.register(), ann, { scope: 'read write' })
    const send = async (fields: Record<string, string | Blob>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      const sent = new Response(form)
      const answer = await app.app.inject({
        method: 'PATCH',
        url: '/api/v1/accounts/update_credentials',
        headers: { authorization: `Bearer ${token}`, 'content-type': String(sent.headers.get('content-type')) },
        payload: Buffer.from(await sent.arrayBuffer()),
      })
      return { status: answer.statusCode, body: answer.json<CredentialAccount>() }
    }
    const note = 'Ducks & geese = ünique\r\n+1%'
    const avatar = new Blob([new Uint8Array(await picture().png().toBuffer())])
    const { body } = await send({
      note,
      'fields_attributes[0][value]': 'ann.example',
      locked: 'true',
      bot: '1',
      avatar,
    })
    expect(body).toMatchObject({
      ...{ locked: true, bot: true, header: expect.stringMatching(/\/avatars\/header.webp$/) },
      avatar: expect.stringMatching(/\/media\/[\w-]{22}\.webp$/),
      source: { note, fields: [{ value: 'https://ann.example' }] },
    })
    expect((await send({ note: 'x', avatar: new Blob(['GIF']) })).status).toBe(422)
    const { body: wide } = await send({ header: avatar })
    expect(wide).toMatchObject({ avatar: body.avatar, source: { note } })
    for (const header of [wide.header, wide.header_static]) expect(header).toMatch(/\/media\/[\w-]{22}\.webp$/)
  })

  test('that says how a member is called stays as it is divided', async ({ apps, member }) => {
    const ann = await member('ann', { firstName: 'Ann', lastName: 'Marie Duck' })
    const send = await apps.clientOf(ann)
    await send('PATCH /api/v1/accounts/update_credentials', { display_name: 'Ann Marie Duck', note: 'x' })
    const { user } = await ann.call('GET /api/users/:username', { params: { username: ann.username } })
    expect(user).toMatchObject({ firstName: 'Ann', lastName: 'Marie Duck', bio: 'x' })
  })

  test.for([
    [{ discoverable: false }],
    [{ source: { privacy: 'unlisted' } }],
    [{ display_name: `${'a'.repeat(60)} b` }],
    [{ fields_attributes: [{ value: 'a.example' }, { value: 'b.example' }] }],
    [{ fields_attributes: [{ value: 'no address' }] }],
    [{ note: 'a'.repeat(301) }],
  ])('is not changed by what Quack does not have: %j', async ([fields], { apps, ann }) => {
    const send = await apps.clientOf(ann)
    const before = (await send('GET /api/v1/accounts/verify_credentials')).body
    expect((await send('PATCH /api/v1/accounts/update_credentials', fields)).status).toBe(422)
    expect((await send('GET /api/v1/accounts/verify_credentials')).body).toEqual(before)
  })
})
