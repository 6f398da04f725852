import { ENDPOINTS } from '@quack/contract'
import { describe, expect } from 'vitest'
import { follow, like } from '../../../test/blocks.ts'
import { test } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import * as n from '../../../test/notifications.ts'
import type { MemberId } from '../../database/schema.ts'
import { serializerOf } from '../../http/answers/serialization.ts'
import { NotificationsCache } from './notifications.cache.ts'

const { told } = n

describe('the list of notifications', () => {
  test('is in the order of the latest events, and is paged without gaps', async ({ ann, bob, carl }) => {
    const posts = []
    for (const text of ['1', '2', '3', '4', '5']) posts.push(await writePost(ann, text))
    for (const post of posts) await like(bob, post._id)
    await like(carl, posts[0]?._id ?? '')
    const order = ['1', '5', '4', '3', '2']
    const all = await n.listOf(ann)
    expect(all.notifications.map(({ post }) => post?.excerpt)).toEqual(order)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof n.listOf>> = await n.listOf(ann, { limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.notifications.map(({ post }) => post?.excerpt ?? ''))
      expect(page.latest).toBe(all.latest)
      // What happens meanwhile does not move what is still to come.
      if (cursor === '') await like(carl, posts[2]?._id ?? '')
      if (cursor === '') all.latest = (await n.listOf(ann)).latest
      cursor = page.nextCursor
    }
    expect(seen).toEqual(order)
  })

  test('can be of one kind', async ({ ann, bob }) => {
    const { _id } = await writePost(ann)
    await like(bob, _id)
    await follow(bob, ann)
    expect(await told(ann, 'follow')).toEqual([`follow ${bob.username}`])
    expect(await told(ann, 'mention')).toEqual([])
    expect((await n.listOf(ann, { kind: 'mention' })).unread).toBe(2)
  })

  test('shows eight faces and the exact number of members', async ({ member, ann }) => {
    const { _id } = await writePost(ann)
    const likers = []
    for (let count = 0; count < 12; count++) likers.push(await member('liker'))
    for (const liker of likers) await like(liker, _id)
    const { people, peopleCount } = await n.only(ann)
    expect(peopleCount).toBe(12)
    expect(people.map(({ username }) => username)).toEqual(
      likers
        .slice(-8)
        .reverse()
        .map(({ username }) => username),
    )
  })

  test('takes less than half of its bytes in the cache', async ({ app, ann, bob }) => {
    for (let count = 0; count < 15; count++) await like(bob, (await writePost(ann))._id)
    const cache = new NotificationsCache(app.db.invalidations, serializerOf(ENDPOINTS.listNotifications.answer))
    const answer = await cache.answer(app.db.read, Number(ann._id) as MemberId, 20, Infinity)
    expect(JSON.parse(answer?.bytes ?? '').notifications).toHaveLength(15)
    expect(cache.bytes).toBeLessThan((answer?.bytes.length ?? 0) / 2)
  })

  test('counts nobody who has left, also whom it does not name', async ({ app, member, ann }) => {
    const { _id } = await writePost(ann)
    const likers = []
    for (let count = 0; count < 10; count++) likers.push(await member('liker'))
    for (const liker of likers) await like(liker, _id)
    // The second read is answered from the cache.
    for (let read = 0; read < 2; read++) expect((await n.only(ann)).peopleCount).toBe(10)
    const id = Number(likers[0]?._id) as MemberId
    await app.db.write(async (transaction) => {
      await transaction.updateTable('members').set({ deleted_at: Date.now() }).where('id', '=', id).execute()
    })
    expect((await n.only(ann)).peopleCount).toBe(9)
  })
})
