import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { createClient } from '../../../test/client.ts'
import { POSITION, readPosition, storePosition } from '../../../test/feed-positions.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUpGuest, type TestMember } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import { unzip } from '../../../test/unzip.ts'
import type { MemberId } from '../../database/schema.ts'

const BODY = { sort: 'latest', postId: '5', offset: 12, newestId: '7', age: 0 } as const

const test = base.extend('options', { scope: 'file' }, { guestLogin: true })

describe('the reading position', () => {
  test('is null at first, and then what was stored last, for each order', async ({ ann }) => {
    expect(await readPosition(ann)).toBeNull()
    const before = Date.now()
    const stored = await storePosition(ann, '5', { offset: 12, newestId: '7' })
    expect(stored).toMatchObject({ postId: '5', offset: 12, newestId: '7', isThisDevice: true })
    expect(Date.parse(stored.readAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(stored.readAt)).toBeLessThanOrEqual(Date.now())
    await storePosition(ann, '3', { sort: 'oldest' })
    expect(await readPosition(ann)).toEqual(stored)
    expect(await readPosition(ann, 'oldest')).toMatchObject({ postId: '3', newestId: '3' })
  })

  test('stays that of a later reading when an earlier one arrives late, also by a week; the newest post only grows', async ({
    ann,
  }) => {
    const later = await storePosition(ann, '5', { newestId: '7', age: 1_000 })
    expect(await storePosition(ann, '4', { newestId: '9', age: 7 * 24 * 60 * 60_000 })).toEqual({
      ...later,
      newestId: '9',
    })
    expect(await storePosition(ann, '3', { newestId: '8' })).toMatchObject({ postId: '3', newestId: '9' })
    expect(await readPosition(ann)).toMatchObject({ postId: '3', newestId: '9' })
  })

  test('does not accept a newest post that cannot exist yet', async ({ ann }) => {
    const { newestId } = await storePosition(ann, '5', { newestId: '8999999999999999' })
    expect(Number(newestId)).toBeLessThan(8_999_999_999_999_999)
  })

  test('names the device that has stored it, also after its session has ended', async ({ app, ann }) => {
    const headers = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    }
    const login = await app.visitor.send({
      method: 'POST',
      url: '/api/auth/login',
      headers,
      payload: { username: ann.username, password: PASSWORD },
    })
    const { encodedToken } = login.body as { encodedToken: string }
    const phone: TestMember = { ...ann, ...createClient(app.app, encodedToken) }
    expect(await storePosition(phone, '5')).toMatchObject({ device: 'Chrome on Android', isThisDevice: true })
    expect(await readPosition(ann)).toMatchObject({ device: 'Chrome on Android', isThisDevice: false })
    await phone.call('POST /api/auth/logout')
    expect(await readPosition(ann)).toMatchObject({ postId: '5', device: 'Chrome on Android', isThisDevice: false })
    expect(await storePosition(ann, '6')).toMatchObject({ postId: '6', isThisDevice: true })
  })

  test('is for members, and not for the account that guests share', async ({ app }) => {
    const guest = await signUpGuest(app)
    expect(await guest.refuse(`POST ${POSITION}`, { body: BODY })).toEqual(refusal('guestFixed'))
    expect(await readPosition(guest)).toBeNull()
    expect(await app.visitor.refuse(`GET ${POSITION}`)).toEqual(refusal('tokenInvalid'))
    expect(await app.visitor.refuse(`POST ${POSITION}`, { body: BODY })).toEqual(refusal('tokenInvalid'))
  })

  test("is in the member's archive, and deleted with the account", async ({ app, ann }) => {
    const { newestId: _, isThisDevice: __, ...stored } = await storePosition(ann, '5', { offset: 12, newestId: '7' })
    const headers = { authorization: `Bearer ${ann.token}` }
    const files = await unzip((await app.app.inject({ url: '/api/account/archive', headers })).rawPayload)
    const archived: unknown = JSON.parse(files.get('readingPositions.json') ?? 'null')
    expect(archived).toEqual([{ sort: 'latest', ...stored }])
    await ann.call('POST /api/account/delete', { body: { password: PASSWORD } })
    const rows = app.db.read
      .selectFrom('feed_positions')
      .select('sort')
      .where('member_id', '=', Number(ann._id) as MemberId)
    await expect.poll(() => rows.execute()).toEqual([])
  })

  test('refuses what is out of range', async ({ ann }) => {
    for (const change of [
      { postId: '' },
      { postId: 'x' },
      { postId: '-1' },
      { postId: '9007199254740992' },
      { offset: -1 },
      { offset: 0.5 },
      { offset: 100_001 },
      { age: -1 },
      { age: 7 * 24 * 60 * 60_000 + 1 },
      { sort: 'trending' },
    ]) {
      const body = { ...BODY, ...change } as typeof BODY
      expect((await ann.refuse(`POST ${POSITION}`, { body })).status, JSON.stringify(change)).toBe(422)
    }
    expect(await readPosition(ann)).toBeNull()
  })
})
