import { ENDPOINTS } from '@quack/contract'
import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUp } from '../../../test/members.ts'
import { asRefusal, invalid, malformed, refusal } from '../../../test/refusals.ts'

const FORM = {
  firstName: 'Ann',
  lastName: 'Duck',
  email: 'ann@example.com',
  username: 'someone',
  password: 'correct horse',
}

const test = base
  .extend('duck', { scope: 'file' }, ({ app }) => {
    return signUp(app, {
      ...FORM,
      username: 'Ann',
      confirmPassword: FORM.password,
      pronouns: 'she/her',
      address: { city: 'Pond', lines: [1, null, true] },
    })
  })
  .extend('refuse', ({ app }) => async (payload: unknown) => {
    const answer = await app.visitor.send({
      method: 'POST',
      url: '/api/auth/signup',
      payload: typeof payload === 'string' ? payload : (payload as object),
      headers: { 'content-type': 'application/json' },
    })
    return asRefusal(answer)
  })

describe('sign-up', () => {
  test.for([
    ['grüße@exämple.de', 'grüße@exämple.de'],
    ['用户@例子.广告', '用户@例子.广告'],
    // As browsers send it, and with an accent of its own.
    ['gru\u0308\u00dfe@xn--exmple-cua.DE', 'grüße@exämple.de'],
  ] as const)('takes the address %s, as %s', async ([email, stored], { app }) => {
    const { record } = await signUp(app, { email })
    expect(record.email).toBe(stored)
  })

  test('makes a member with empty lists, and answers their own record', async ({ app, duck }) => {
    expect(duck.record).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      username: 'Ann',
      firstName: 'Ann',
      lastName: 'Duck',
      email: 'ann@example.com',
      avatarURL: expect.toBeOneOf([...DEFAULT_AVATARS]),
      bio: '',
      website: '',
      pronouns: 'she/her',
      address: { city: 'Pond', lines: [1, null, true] },
      followers: [],
      following: [],
      followersCount: 0,
      followingCount: 0,
      postsCount: 0,
      bookmarks: [],
      pinnedPost: null,
      viewer: { following: false, followedBy: false },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    })
    // Another member, because other tests may have used this one long ago. The time is in whole seconds.
    const before = Date.now()
    const createdAt = Date.parse((await signUp(app)).record.createdAt)
    expect(createdAt).toBeGreaterThan(before - 1_000)
    expect(createdAt).toBeLessThanOrEqual(Date.now())
  })

  test('answers 201', async ({ app }) => {
    const answer = await app.visitor.send({
      method: 'POST',
      url: '/api/auth/signup',
      payload: { ...FORM, username: 'status' },
    })
    expect(answer.status).toBe(201)
  })

  test('shows the extra fields and the e-mail only to the member', async ({ app, bob, duck }) => {
    const params = { username: duck.username.toLowerCase() }
    const own = (await duck.call('GET /api/users/:username', { params })).user
    expect(own).toMatchObject({ email: 'ann@example.com', pronouns: 'she/her', address: { city: 'Pond' } })
    for (const other of [app.visitor, bob]) {
      const { user } = await other.call('GET /api/users/:username', { params })
      expect(Object.keys(user)).not.toEqual(expect.arrayContaining(['email']))
      expect(user).not.toHaveProperty('email')
      expect(user).not.toHaveProperty('pronouns')
      expect(user).not.toHaveProperty('address')
    }
  })

  test('never lets an extra field replace one of the entity or of a prototype', async ({ app }) => {
    const ids = { _id: '1', id: '1', passwordHash: 'x' }
    const lists = { followers: ['x'], following: ['x'], bookmarks: ['x'], followersCount: 9, followingCount: 9 }
    const rest = {
      postsCount: 9,
      bio: 'mine',
      website: 'javascript:alert(1)',
      createdAt: 'x',
      updatedAt: 'x',
      viewer: 1,
    }
    const inherited = { toString: 'x', valueOf: 'x', hasOwnProperty: 'x' }
    const eve = await signUp(app, { ...ids, ...lists, ...rest, ...inherited })
    const { user } = await eve.call('GET /api/users/:username', { params: { username: eve.username } })
    expect(user._id).not.toBe('1')
    expect(user).toMatchObject({ followers: [], following: [], bookmarks: [], bio: '', website: '' })
    expect(user).toMatchObject({ followersCount: 0, followingCount: 0, postsCount: 0, createdAt: eve.record.createdAt })
    for (const key of ['id', 'passwordHash', ...Object.keys(inherited)]) expect(Object.keys(user)).not.toContain(key)
  })

  test.for(['"__proto__": {"isAdmin": true}', '"constructor": {"prototype": {"isAdmin": true}}'])(
    'refuses the key %s',
    async (entry, { refuse }) => {
      const text = `${JSON.stringify({ ...FORM, username: 'proto' }).slice(0, -1)}, ${entry}}`
      expect(await refuse(text)).toEqual(refusal('bodyMalformed'))
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
  )

  test('takes extra fields of 4 KB and refuses more', async ({ app, refuse }) => {
    const empty = JSON.stringify({ note: '' }).length
    const fits = 'é'.repeat((4_096 - empty) / 2 - 1)
    const member = await signUp(app, { note: fits })
    expect(member.record).toMatchObject({ note: fits })
    expect(await refuse({ ...FORM, note: 'é'.repeat(2_048) })).toEqual(refusal('extraFieldsTooLarge'))
  })

  test('refuses a username that is taken, in any case', async ({ duck, refuse }) => {
    for (const username of [duck.username, duck.username.toLowerCase(), duck.username.toUpperCase()]) {
      expect(await refuse({ ...FORM, username })).toEqual(refusal('usernameTaken'))
    }
  })

  test('refuses every path segment of the API as a username', async ({ refuse }) => {
    const words = Object.values(ENDPOINTS)
      .flatMap(({ path }) => path.split('/'))
      .filter((word) => /^[a-z-]+$/.test(word))
    expect(words).toEqual(expect.arrayContaining(['edit', 'bookmark', 'follow', 'followers', 'api']))
    for (const username of [...new Set(words), 'Edit', 'BOOKMARK']) {
      expect(await refuse({ ...FORM, username }), username).toEqual(refusal('usernameReserved'))
    }
  })

  test('refuses names of those who run an installation, and what looks like them', async ({ app, member, refuse }) => {
    const names = ['admin', 'root', 'Support', 'moderator', 'quack', 'me', 'everyone', 'here']
    const staff = await appoint(app, await member('vivian'), 'moderator')
    const { username: name } = staff
    const alike = [name.replaceAll('v', 'V').replace('i', '1'), `${name.slice(0, 2)}_${name.slice(2)}`]
    for (const username of [...names, 'adm1n', 'R00t', 'm0derat0r', 'modera.tor', 'supp_ort', 'adrnin', ...alike])
      expect(await refuse({ ...FORM, username }), username).toEqual(refusal('usernameReserved'))
    // Words that only begin so are names like others.
    for (const username of ['adminton', 'rooty', 'meadow'])
      await app.visitor.call('POST /api/auth/signup', { body: { ...FORM, username } })
  })

  test('refuses a confirmation that differs', async ({ refuse }) => {
    expect(await refuse({ ...FORM, confirmPassword: 'correct horses' })).toEqual(refusal('passwordMismatch'))
  })

  test('takes an http(s) or preset avatar, and the default for an empty one; refuses any other', async ({
    app,
    refuse,
  }) => {
    const avatarURL = 'https://example.com/me.png'
    expect((await signUp(app, { avatarURL })).record.avatarURL).toBe(avatarURL)
    expect((await signUp(app, { avatarURL: DEFAULT_AVATARS[1] })).record.avatarURL).toBe(DEFAULT_AVATARS[1])
    expect(DEFAULT_AVATARS).toContain((await signUp(app, { avatarURL: '' })).record.avatarURL)
    for (const bad of ['javascript:alert(1)', '/media/nothing.webp', '/avatars/none.webp', 'ftp://example.com/a.png']) {
      expect(await refuse({ ...FORM, avatarURL: bad }), bad).toEqual(refusal('avatarUrlInvalid'))
    }
  })

  test.for(['firstName', 'lastName', 'email', 'username', 'password'])('needs %s', async (field, { refuse }) => {
    const { [field]: _left, ...form } = FORM as Record<string, string>
    expect(await refuse(form)).toEqual(invalid(`${field} is required.`))
  })

  test.for<[object, string]>([
    [{ password: 'a'.repeat(7) }, 'password must have at least 8 characters.'],
    [{ password: 'a'.repeat(201) }, 'password must have at most 200 characters.'],
    [{ password: 12_345_678 }, 'password must be of type string.'],
    [{ email: 'ann' }, 'email must be a valid email address.'],
    [{ email: `${'a'.repeat(250)}@x.org` }, 'email must have at most 254 characters.'],
    [{ firstName: '   ' }, 'firstName is required.'],
    [{ firstName: '\u200b' }, 'firstName is required.'],
    [{ lastName: '\u3164' }, 'lastName is required.'],
    [{ lastName: 'x'.repeat(51) }, 'lastName must have at most 50 characters.'],
    [{ username: '' }, 'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last'],
    [
      { username: 'a'.repeat(31) },
      'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last',
    ],
    [
      { username: 'an n' },
      'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last',
    ],
    [
      { username: 'änn' },
      'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last',
    ],
    [
      { username: '..' },
      'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last',
    ],
    [
      { username: 'ann.' },
      'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last',
    ],
    [
      { username: '-ann' },
      'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last',
    ],
    [{ firstName: 'An\u0000n' }, 'The text contains characters that cannot be stored.'],
    [{ note: '\ud83e' }, 'The text contains characters that cannot be stored.'],
  ])('refuses %j', async ([change, message], { refuse }) => {
    expect(await refuse({ ...FORM, ...change })).toEqual(invalid(message))
  })

  test('takes names and passwords of the longest length', async ({ app }) => {
    const form = { username: `u${'x'.repeat(29)}`, firstName: 'f'.repeat(50), lastName: 'l'.repeat(50) }
    const { record } = await signUp(app, { ...form, password: 'p'.repeat(200) })
    expect(record).toMatchObject(form)
  })

  test('refuses what is no JSON object', async ({ refuse }) => {
    expect(await refuse('{"firstName": ')).toEqual(malformed('The request body is not valid JSON.'))
    expect(await refuse('[]')).toEqual(invalid('The request body must be a JSON object.'))
  })

  test('stores no password but as an argon2id hash, and no confirmation', async ({ app, duck }) => {
    const row = await app.db.read
      .selectFrom('members')
      .selectAll()
      .where('username', '=', duck.username)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$/)
    expect(JSON.stringify({ ...row, password_hash: '' })).not.toContain(FORM.password)
  })
})
