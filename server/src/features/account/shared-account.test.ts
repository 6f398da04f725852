import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { signUpGuest } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ guestLogin: true }))
  .extend('guest', { scope: 'file' }, ({ app }) => signUpGuest(app))

describe('the account that guests share', () => {
  test('neither blocks nor mutes members, nor takes that back', async ({ guest, ann }) => {
    const params = { id: ann._id }
    for (const route of ['block', 'unblock', 'unmute'] as const) {
      expect(await guest.refuse(`POST /api/users/${route}/:id`, { params })).toEqual(refusal('guestFixed'))
    }
    const mute = { params, body: { duration: 'hour' } } as const
    expect(await guest.refuse('POST /api/users/mute/:id', mute)).toEqual(refusal('guestFixed'))
    expect((await guest.call('GET /api/blocks')).blocks).toEqual([])
    expect((await guest.call('GET /api/mutes')).mutes).toEqual([])
    const { user } = await guest.call('GET /api/users/:username', { params: { username: ann.username } })
    expect(user.viewer).toEqual({ following: false, followedBy: false })
  })

  test('keeps the settings of its notifications', async ({ guest }) => {
    const body = { pushText: false }
    expect(await guest.refuse('POST /api/notifications/settings', { body })).toEqual(refusal('guestFixed'))
    expect(await guest.call('GET /api/notifications/settings')).toMatchObject({ pushText: true })
  })

  test('keeps its e-mail address, and gets no mail', async ({ guest }) => {
    const body = { email: 'thief@example.com' }
    expect(await guest.refuse('POST /api/account/email', { body })).toEqual(refusal('guestFixed'))
    expect(await guest.refuse('POST /api/account/email/confirmation')).toEqual(refusal('guestFixed'))
    expect(await guest.call('GET /api/account/email')).toMatchObject({ email: guest.record.email, pending: null })
  })

  test('makes no token for a script', async ({ guest }) => {
    const body = { name: 'A script', scopes: 'read' } as const
    expect(await guest.refuse('POST /api/account/tokens', { body })).toEqual(refusal('guestFixed'))
  })

  test('neither mutes words nor takes that back', async ({ guest }) => {
    const body = { phrase: 'duck', action: 'hide', duration: 'always' } as const
    expect(await guest.refuse('POST /api/muted-words', { body })).toEqual(refusal('guestFixed'))
    expect(await guest.refuse('DELETE /api/muted-words/:id', { params: { id: '1' } })).toEqual(refusal('guestFixed'))
    expect((await guest.call('GET /api/muted-words')).words).toEqual([])
  })

  test('opens Home as it is', async ({ guest }) => {
    for (const resumes of [true, false]) {
      expect(await guest.refuse('POST /api/account/home', { body: { resumes } })).toEqual(refusal('guestFixed'))
    }
  })

  test('lets everyone repost its posts', async ({ guest }) => {
    const body = { whoMayRepost: 'nobody' } as const
    expect(await guest.refuse('POST /api/account/reposts', { body })).toEqual(refusal('guestFixed'))
  })

  test('reads posts as their authors say', async ({ guest }) => {
    const body = { readWarnings: 'open' } as const
    expect(await guest.refuse('POST /api/account/warnings', { body })).toEqual(refusal('guestFixed'))
  })

  test('reads posts in all languages', async ({ guest }) => {
    const body = { languages: ['de'] }
    expect(await guest.refuse('POST /api/account/languages', { body })).toEqual(refusal('guestFixed'))
  })

  test('is read and told in the language of each browser', async ({ guest }) => {
    const body = { locale: 'de' } as const
    expect(await guest.refuse('POST /api/account/locale', { body })).toEqual(refusal('guestFixed'))
  })

  test('neither becomes private nor removes followers', async ({ guest, ann }) => {
    const params = { id: guest._id }
    await ann.call('POST /api/users/follow/:id', { params })
    for (const isPrivate of [true, false]) {
      const body = { private: isPrivate }
      expect(await guest.refuse('POST /api/account/private', { body })).toEqual(refusal('guestFixed'))
    }
    const removal = { params: { id: ann._id } }
    expect(await guest.refuse('POST /api/users/remove-follower/:id', removal)).toEqual(refusal('guestFixed'))
    const { user } = await ann.call('GET /api/users/:username', { params: { username: guest.username } })
    expect(user).toMatchObject({ followersCount: 1, viewer: { following: true } })
    expect(user).not.toHaveProperty('private')
  })

  test('reports like any member', async ({ guest, ann, owner }) => {
    const report = { kind: 'member', id: ann._id, rule: 'spam', text: '' } as const
    const { _id } = (await guest.call('POST /api/reports', { body: report })).report
    const { reports } = await owner.call('GET /api/moderation/reports')
    expect(reports.map((each) => each._id)).toContain(_id)
  })

  test('is blocked and muted by others like any member', async ({ guest, ann, bob }) => {
    const params = { id: guest._id }
    await bob.call('POST /api/users/mute/:id', { params, body: { duration: 'always' } })
    await ann.call('POST /api/users/block/:id', { params })
    const read = { params: { username: ann.username } }
    expect(await guest.refuse('GET /api/users/:username', read)).toEqual(refusal('memberUnknown'))
  })
})
