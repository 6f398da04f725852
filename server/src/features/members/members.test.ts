import { DEFAULT_AVATARS, PRESET_AVATARS } from '@quack/contract/rules/avatars'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { asRefusal, invalid, refusal } from '../../../test/refusals.ts'
import { picture, uploadFile } from '../../../test/uploads.ts'
import type { MemberId } from '../../database/schema.ts'

const EDIT = 'POST /api/users/edit'
const GET = 'GET /api/users/:username'

const test = base
  .extend('ann', ({ member }) => member('Ann', { nickname: 'Quackers' }))
  .extend('edit', ({ ann }) => {
    return async (userData: Record<string, unknown>) => (await ann.call(EDIT, { body: { userData } })).user
  })
  .extend('refuse', ({ ann }) => {
    return (userData: Record<string, unknown>) => ann.refuse(EDIT, { body: { userData } })
  })

describe('members', () => {
  test('are found without regard to case and shown as they were typed', async ({ app, ann }) => {
    for (const username of [ann.username, ann.username.toLowerCase(), ann.username.toUpperCase()]) {
      expect((await app.visitor.call(GET, { params: { username } })).user).toMatchObject({
        _id: ann._id,
        username: ann.username,
      })
    }
  })

  test.for(['nobody', 'x'.repeat(31), 'a%20b', '%C3%A4nn', '1'])(
    'the username %s is unknown',
    async (username, { ann }) => {
      expect(asRefusal(await ann.send({ url: `/api/users/${username}` }))).toEqual(refusal('memberUnknown'))
    },
  )

  test('see their own e-mail and extra fields, and nobody else does', async ({ app, ann, bob }) => {
    const { users } = await ann.call('GET /api/users')
    expect(users.find(({ _id }) => _id === ann._id)).toMatchObject({ email: ann.record.email, nickname: 'Quackers' })
    expect(users.find(({ _id }) => _id === bob._id)).not.toHaveProperty('email')
    for (const client of [app.visitor, bob]) {
      const text = JSON.stringify(await client.call('GET /api/users'))
      expect(text).not.toContain(ann.record.email)
      expect(text).not.toContain('Quackers')
    }
    expect((await app.visitor.call(GET, { params: { username: ann.username } })).user).not.toHaveProperty('viewer')
  })

  test('are listed newest first, page by page, while others sign up', async ({ app, member, ann, bob }) => {
    const before = (await app.visitor.call('GET /api/users')).users.map(({ _id }) => _id)
    expect(before.slice(0, 2)).toEqual([bob._id, ann._id])
    let pages = 0
    const all = await readAll(async (query) => {
      const page = await app.visitor.call('GET /api/users', { query: { limit: 1, embed: 0, ...query } })
      if (pages++ === 0) await member('somebody')
      return { entries: page.users, nextCursor: page.nextCursor }
    })
    expect(all.map(({ _id }) => _id)).toEqual(before)
  })

  test('edit bio, website and avatar; other fields are ignored, and the answer is 201', async ({ app }) => {
    const carl = await signUp(app, { nickname: 'Quackers' })
    const answer = await carl.send({
      method: 'POST',
      url: '/api/users/edit',
      payload: {
        userData: { bio: 'I <3 ponds', website: 'https://pond.example/a?b#c', firstName: 'Eve', email: 'x', _id: '1' },
      },
    })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        user: {
          _id: carl._id,
          bio: 'I <3 ponds',
          website: 'https://pond.example/a?b#c',
          firstName: carl.record.firstName,
          email: carl.record.email,
          avatarURL: carl.record.avatarURL,
          nickname: 'Quackers',
        },
      },
    })
    const { username } = carl
    expect((await app.visitor.call(GET, { params: { username } })).user).toMatchObject({ bio: 'I <3 ponds' })
    // A field that is not sent keeps its value; an empty one clears it.
    const emptied = await carl.call(EDIT, { body: { userData: { bio: '' } } })
    expect(emptied.user).toMatchObject({ bio: '', website: 'https://pond.example/a?b#c' })
  })

  test('an edit changes only the fields that are sent', async ({ edit }) => {
    const [first, second] = DEFAULT_AVATARS
    await edit({ bio: 'before', website: 'https://pond.example', avatarURL: first })
    const kept = { bio: 'before', website: 'https://pond.example', avatarURL: first }
    expect(await edit({})).toMatchObject(kept)
    expect(await edit({ bio: 'after' })).toMatchObject({ ...kept, bio: 'after' })
    expect(await edit({ website: '' })).toMatchObject({ ...kept, bio: 'after', website: '' })
    expect(await edit({ avatarURL: second })).toMatchObject({ bio: 'after', website: '', avatarURL: second })
  })

  test('say whether they are bots, to everybody; by default, their record says nothing of it', async ({
    app,
    ann,
    bob,
    edit,
  }) => {
    expect(await edit({ bio: 'Toots the hour' })).not.toHaveProperty('bot')
    expect(await edit({ bot: true })).toMatchObject({ bot: true, bio: 'Toots the hour' })
    const seen = async () =>
      (await bob.call('GET /api/users/:username', { params: { username: ann.username } })).user.bot
    expect(await seen()).toBe(true)
    const account = await app.app.inject({ url: `/api/v1/accounts/lookup?acct=${ann.username}` })
    expect(account.json()).toMatchObject({ bot: true })
    expect(await edit({ bot: false })).not.toHaveProperty('bot')
    expect(await seen()).toBeUndefined()
  })

  test('may have pronouns, a header and fields; by default, their record says nothing of them', async ({
    app,
    ann,
    bob,
    edit,
    refuse,
  }) => {
    expect(await edit({ bio: 'Quack' })).not.toHaveProperty('profile')
    const { url: headerURL } = await uploadFile(ann, await picture(30, 10).png().toBuffer())
    const fields = [
      { name: 'Pond', value: 'North' },
      { name: 'Site', value: 'https://ann.example' },
    ]
    const profile = { pronouns: 'she/her', headerURL, fields }
    const spaced = fields.map(({ name, value }) => ({ name: ` ${name}`, value: `${value}\n` }))
    expect((await edit({ profile: { ...profile, pronouns: ' she/her\n', fields: spaced } })).profile).toEqual(profile)
    const params = { username: ann.username }
    for (const client of [app.visitor, bob])
      expect((await client.call(GET, { params })).user).toMatchObject({ profile })
    // What is not sent stays.
    expect(await edit({ bio: 'Other' })).toMatchObject({ profile, bio: 'Other' })
    const turned = fields.toReversed()
    expect((await edit({ profile: { fields: turned } })).profile).toEqual({ ...profile, fields: turned })
    for (const bad of ['https://pond.example/a.png', DEFAULT_AVATARS[0], `/media/${'x'.repeat(22)}.webp`, 'x'])
      expect(await refuse({ profile: { headerURL: bad } }), bad).toEqual(refusal('headerUrlInvalid'))
    expect((await edit({ profile: { headerURL: '', fields: [] } })).profile).toEqual({ pronouns: 'she/her' })
    expect(await edit({ profile: { pronouns: ' ' } })).not.toHaveProperty('profile')
  })

  test.for<[object, string]>([
    [{ pronouns: 'x'.repeat(41) }, 'pronouns must have at most 40 characters.'],
    [{ fields: Array.from({ length: 5 }, () => ({ name: 'a', value: 'b' })) }, 'fields is not valid.'],
    [{ fields: [{ name: ' ', value: 'b' }] }, 'name is not valid.'],
    [{ fields: [{ name: 'a', value: '\u200b' }] }, 'value is not valid.'],
    [{ fields: [{ name: 'x'.repeat(51), value: 'b' }] }, 'name must have at most 50 characters.'],
    [{ fields: [{ name: 'a', value: 'x'.repeat(256) }] }, 'value must have at most 255 characters.'],
  ])('what they say of themselves is bounded (%#)', async ([profile, message], { ann }) => {
    const answer = await ann.send({ method: 'POST', url: '/api/users/edit', payload: { userData: { profile } } })
    expect(asRefusal(answer)).toEqual(invalid(message))
  })

  test('who signed up with an extra field of that name have a record', async ({ app, ann }) => {
    const extra = JSON.stringify({ profile: 'corn', nickname: 'Quackers' })
    await app.db.write((transaction) =>
      transaction
        .updateTable('members')
        .set({ extra })
        .where('id', '=', Number(ann._id) as MemberId)
        .execute(),
    )
    const { user } = await ann.call(GET, { params: { username: ann.username } })
    expect(user).toMatchObject({ nickname: 'Quackers' })
    expect(user).not.toHaveProperty('profile')
  })

  test('an edit refreshes updatedAt', async ({ app, edit }) => {
    await app.db.write((transaction) => transaction.updateTable('members').set({ updated_at: 0 }).execute())
    expect(Date.parse((await edit({})).updatedAt)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('cannot change their username, but may send the present one', async ({ ann, edit, refuse }) => {
    for (const username of ['Bob', ann.username.toLowerCase(), ''])
      expect(await refuse({ username })).toEqual(refusal('usernameFixed'))
    expect(await edit({ username: ann.username, bio: 'same name' })).toMatchObject({
      username: ann.username,
      bio: 'same name',
    })
  })

  test.for<[string, string]>([
    ['pond.example', 'https://pond.example'],
    ['  http://pond.example ', 'http://pond.example'],
    ['pond.example:8080/x', 'https://pond.example:8080/x'],
    ['', ''],
    ['  ', ''],
  ])('the website %j is kept as %j', async ([website, kept], { edit }) => {
    expect((await edit({ website })).website).toBe(kept)
  })

  test.for(['javascript:alert(1)', 'ftp://pond.example', 'data:text/html,x', 'http://', 'two words', 'https://a b.c'])(
    'the website %j is refused',
    async (website, { refuse }) => {
      expect(await refuse({ website })).toEqual(refusal('websiteInvalid'))
    },
  )

  test('may use a preset, an http(s) picture or an uploaded one as avatar', async ({ edit, refuse }) => {
    for (const { url } of PRESET_AVATARS) expect((await edit({ avatarURL: url })).avatarURL).toBe(url)
    for (const avatarURL of [
      'javascript:x',
      'data:image/png;base64,',
      '/avatars/x.webp',
      `/media/${'x'.repeat(22)}.webp`,
    ]) {
      expect(await refuse({ avatarURL }), avatarURL).toEqual(refusal('avatarUrlInvalid'))
    }
  })

  test('a refused edit changes nothing', async ({ ann, edit, refuse }) => {
    await edit({ bio: 'kept', website: '' })
    expect(await refuse({ bio: 'lost', website: 'ftp://x' })).toEqual(refusal('websiteInvalid'))
    expect(await refuse({ bio: 'lost', avatarURL: 'x' })).toEqual(refusal('avatarUrlInvalid'))
    expect((await ann.call(GET, { params: { username: ann.username } })).user).toMatchObject({
      bio: 'kept',
      website: '',
    })
  })

  test.for<[object, string]>([
    [{}, 'userData is required.'],
    [{ userData: { bio: 'x'.repeat(301) } }, 'bio must have at most 300 characters.'],
    [{ userData: { bio: 7 } }, 'bio must be of type string.'],
    [{ userData: { avatarURL: '' } }, 'avatarURL is required.'],
  ])('a form that is not one is refused by name of the field (%#)', async ([payload, message], { ann }) => {
    expect(asRefusal(await ann.send({ method: 'POST', url: '/api/users/edit', payload }))).toEqual(invalid(message))
  })

  test('a bio has 300 characters at most', async ({ edit }) => {
    expect((await edit({ bio: 'x'.repeat(300) })).bio).toHaveLength(300)
  })
})
