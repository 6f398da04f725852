import type { KindSettings, NotificationKind, NotificationSettings } from '@quack/contract'
import { NOTIFICATION_KINDS } from '@quack/contract'
import { describe, expect } from 'vitest'
import { block, comment, follow, like } from '../../../test/blocks.ts'
import { test } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { told } from '../../../test/notifications.ts'
import { refusal } from '../../../test/refusals.ts'

const SETTINGS = 'POST /api/notifications/settings'
const ALL = { list: true, push: true, from: 'everyone' } as const
const NIGHT = { start: 22 * 60, end: 7 * 60 }
const WEEK = [NIGHT, NIGHT, null, null, null, NIGHT, NIGHT]

const settingsOf = (member: TestMember) => member.call('GET /api/notifications/settings')
const choose = (member: TestMember, kind: NotificationKind, settings: Partial<KindSettings>) =>
  member.call(SETTINGS, { body: { kinds: { [kind]: { ...ALL, ...settings } } } })
const onPost = (postId: string) => ({ params: { postId } })

describe('the settings of notifications', () => {
  test('are on for everything at first; what is not sent stays as it is', async ({ ann }) => {
    const start: NotificationSettings = {
      kinds: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, ALL])) as NotificationSettings['kinds'],
      quietHours: null,
      pushText: true,
      digest: 'off',
    }
    expect(await settingsOf(ann)).toEqual(start)
    const likes = { list: false, push: true, from: 'followed' } as const
    const withLikes = { ...start, kinds: { ...start.kinds, like: likes } }
    expect(await choose(ann, 'like', likes)).toEqual(withLikes)
    const quietHours = { timeZone: 'Europe/Vienna', days: WEEK }
    const quiet = { ...withLikes, quietHours, pushText: false }
    expect(await ann.call(SETTINGS, { body: { quietHours, pushText: false } })).toEqual(quiet)
    expect(await ann.call(SETTINGS, { body: {} })).toEqual(quiet)
    expect(await ann.call(SETTINGS, { body: { quietHours: null } })).toEqual({ ...quiet, quietHours: null })
    expect(await settingsOf(ann)).toEqual({ ...quiet, quietHours: null })
  })

  test('refuse a time zone that does not exist', async ({ ann }) => {
    const body = { pushText: false, quietHours: { timeZone: 'Europe/Atlantis', days: WEEK } }
    expect(await ann.refuse(SETTINGS, { body })).toEqual(refusal('timeZoneUnknown'))
    expect(await settingsOf(ann)).toMatchObject({ quietHours: null, pushText: true })
  })

  test('leave out of the list what is not wanted there, and show it again', async ({ ann, bob }) => {
    await follow(bob, ann)
    await choose(ann, 'follow', { list: false })
    expect(await told(ann)).toEqual([])
    await choose(ann, 'follow', {})
    expect(await told(ann)).toEqual([`follow ${bob.username}`])
  })

  test('decide who may cause a kind, from then on', async ({ ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    await follow(ann, bob)
    await choose(ann, 'like', { from: 'followed' })
    for (const member of [bob, carl]) await like(member, _id)
    expect(await told(ann)).toEqual([`like ${bob.username}`])
    await choose(ann, 'comment', { from: 'nobody' })
    await comment(bob, _id, 'A comment')
    expect(await told(ann, 'comment')).toEqual([])
    await choose(ann, 'comment', {})
    expect(await told(ann, 'comment')).toEqual([])
    await comment(carl, _id, 'Another comment')
    expect(await told(ann, 'comment')).toEqual([`comment ${carl.username}`])
  })
})

describe('the notifications of a post', () => {
  test('can be muted by its author and by those who have commented', async ({ ann, bob, carl }) => {
    const { _id, id } = await writePost(ann)
    await comment(bob, _id, 'The first')
    expect(await ann.call('GET /api/posts/:postId/mute', onPost(_id))).toEqual({ muted: false })
    for (const member of [ann, bob]) {
      for (let times = 0; times < 2; times++) {
        expect(await member.call('POST /api/posts/mute/:postId', onPost(id))).toEqual({ muted: true })
      }
    }
    expect(await ann.call('GET /api/posts/:postId/mute', onPost(id))).toEqual({ muted: true })
    await comment(carl, _id, 'The second')
    await like(carl, _id)
    expect(await told(ann)).toEqual([`comment ${bob.username}`])
    expect(await told(bob)).toEqual([])
    expect(await bob.call('POST /api/posts/unmute/:postId', onPost(_id))).toEqual({ muted: false })
    await comment(carl, _id, 'The third')
    expect(await told(bob)).toEqual([`reply ${carl.username}`])
  })

  test('of a post that the viewer does not see are those of an unknown one', async ({ ann, bob }) => {
    const { _id } = await writePost(ann)
    await block(ann, bob)
    for (const route of [
      'GET /api/posts/:postId/mute',
      'POST /api/posts/mute/:postId',
      'POST /api/posts/unmute/:postId',
    ] as const) {
      for (const postId of [_id, '1', 'unknown']) {
        expect(await bob.refuse(route, onPost(postId))).toEqual(refusal('postUnknown'))
      }
    }
  })
})
