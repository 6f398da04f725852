import type { Marker, Notification } from '@quack/contract/client-api/entities'
import { describe, expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { PRIVATE, setAudience } from '../../../../test/audience.ts'
import { block, comment, follow, like } from '../../../../test/blocks.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../../test/members.ts'
import { deleteComment, dislike, listOf, upvote } from '../../../../test/notifications.ts'
import { quote, withdrawQuote } from '../../../../test/quotes.ts'
import { repost } from '../../../../test/reposts.ts'

const test = base.extend('apps', ({ app }) => createApps(app.app))
const PATH = '/api/v1/notifications'

/** Each as its type, who caused it, and what it is about. */
const said = (notifications: readonly Notification[]) =>
  notifications.map(({ type, account, status }) => [type, account.username, status?.content ?? null])

describe('notifications', () => {
  test('are one for each event, with who caused it and the status that it is about', async ({
    apps,
    ann,
    bob,
    carl,
  }) => {
    const [post, other] = [await writePost(ann, 'Mine'), await writePost(bob, 'Other')]
    const own = await comment(ann, other._id, 'My comment')
    await like(bob, post._id)
    await follow(carl, ann)
    await like(carl, post._id)
    await repost(carl, post._id)
    await comment(bob, post._id, 'Yours')
    await upvote(bob, other._id, own)
    await comment(carl, other._id, 'A reply')
    await writePost(carl, `Hi @${ann.username}`)
    const read = await apps.clientOf(ann)
    const { body } = await read<Notification[]>(`GET ${PATH}`)
    expect(said(body)).toEqual([
      ['mention', carl.username, expect.stringContaining('u-url mention')],
      ['mention', carl.username, '<p>A reply</p>'],
      ['favourite', bob.username, '<p>My comment</p>'],
      ['mention', bob.username, '<p>Yours</p>'],
      ['reblog', carl.username, '<p>Mine</p>'],
      ['favourite', carl.username, '<p>Mine</p>'],
      ['follow', carl.username, null],
      ['favourite', bob.username, '<p>Mine</p>'],
    ])
    const [first] = body
    expect(first).toMatchObject({ group_key: `ungrouped-${first?.id}`, created_at: expect.stringMatching(/\.\d{3}Z$/) })
    expect((await read(`GET ${PATH}/${first?.id}`)).body).toEqual(first)
    for (const id of ['1', 'x', String(Number.MAX_SAFE_INTEGER)]) {
      expect((await read(`GET ${PATH}/${id}`)).status).toBe(404)
    }

    const typesOf = async (query: string) =>
      (await read<Notification[]>(`GET ${PATH}?${query}`)).body.map(({ type }) => type)
    expect(await typesOf('types[]=favourite&types[]=poll')).toEqual(['favourite', 'favourite', 'favourite'])
    expect(await typesOf('types[]=poll')).toEqual([])
    expect(await typesOf('exclude_types[]=favourite&exclude_types[]=mention')).toEqual(['reblog', 'follow'])
    expect(await typesOf(`account_id=${bob._id}`)).toEqual(['favourite', 'mention', 'favourite'])
  })

  test('leave out what was undone, and whom the member does not see', async ({ apps, ann, bob, carl }) => {
    await ann.call('POST /api/account/private', { body: { private: true } })
    const post = await writePost(bob, 'Open')
    const id = await comment(ann, post._id, 'Mine')
    await follow(carl, ann)
    await upvote(carl, post._id, id)
    const reply = await comment(carl, post._id, 'Gone soon')
    await comment(bob, post._id, 'Blocked soon')
    const read = await apps.clientOf(ann)
    const list = async () => (await read<Notification[]>(`GET ${PATH}`)).body.map(({ type }) => type)
    expect(await list()).toEqual(['mention', 'mention', 'favourite', 'follow_request'])
    await deleteComment(carl, post._id, reply)
    expect(await list()).toEqual(['mention', 'favourite', 'follow_request'])
    await block(bob, ann)
    expect(await list()).toEqual(['follow_request'])
    await block(ann, carl)
    expect(await list()).toEqual([])
  })

  test('of quotes are about those, if the member sees them', async ({ app, apps, ann, bob, carl }) => {
    const { _id: id } = await writePost(ann, 'Mine')
    const quotes = [await quote(bob, id, 'From Bob'), await quote(carl, id, 'From Carl')]
    const read = await apps.clientOf(ann)
    const list = async () => said((await read<Notification[]>(`GET ${PATH}?types[]=quote`)).body)
    const [first, second] = [
      ['quote', bob.username, '<p>From Bob</p>'],
      ['quote', carl.username, '<p>From Carl</p>'],
    ]
    expect(await list()).toEqual([second, first])
    await setAudience(app, carl, PRIVATE)
    expect(await list()).toEqual([first])
    await withdrawQuote(ann, id, quotes[0]?._id ?? '')
    expect(await list()).toEqual([])
  })

  test('are paged in both directions, also where those of several things alternate', async ({ apps, ann, member }) => {
    const fans: TestMember[] = []
    for (let count = 0; count < 3; count++) fans.push(await member('fan'))
    const posts = [await writePost(ann), await writePost(ann), await writePost(ann)]
    for (const fan of fans) {
      for (const { _id } of posts) await like(fan, _id)
      await follow(fan, ann)
    }
    const [fan, post] = [fans[1], posts[1]]
    if (fan && post) await dislike(fan, post._id)
    const read = await apps.clientOf(ann)
    const page = async (query: string) => {
      const { body, headers } = await read<Notification[]>(`GET ${query.startsWith('http') ? query : PATH + query}`)
      const links = new Map(
        [...String(headers.link).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, to, rel]) => [rel, to]),
      )
      return { ids: body.map(({ id }) => id), links }
    }
    const { ids } = await page('')
    expect(ids).toHaveLength(11)
    const walked: string[] = []
    for (let next: string | undefined = '?limit=2'; next !== undefined; ) {
      const { ids: some, links } = await page(next)
      walked.push(...some)
      next = links.get('next')
    }
    expect(walked).toEqual(ids)
    for (const [index, id] of ids.entries()) {
      expect([id, (await page(`?limit=2&min_id=${id}`)).ids]).toEqual([id, ids.slice(Math.max(0, index - 2), index)])
      expect([id, (await page(`?limit=2&max_id=${id}`)).ids]).toEqual([id, ids.slice(index + 1, index + 3)])
      expect([id, (await page(`?limit=2&since_id=${id}`)).ids]).toEqual([id, ids.slice(0, Math.min(2, index))])
    }
    const first = await page('?limit=2&max_id=118999999999999999')
    expect(first.ids).toEqual(ids.slice(0, 2))
    expect((await page(first.links.get('prev') ?? '')).ids).toEqual([])
    expect((await page('?limit=500')).ids).toEqual(ids)
  })

  test('are read on all devices, and stay in the list', async ({ apps, ann, bob }) => {
    const post = await writePost(ann)
    await follow(bob, ann)
    await like(bob, post._id)
    const send = await apps.clientOf(ann)
    const unread = async () => (await send<{ count: number }>(`GET ${PATH}/unread_count`)).body.count
    const [liked, followed] = (await send<Notification[]>(`GET ${PATH}`)).body
    expect(await unread()).toBe(2)
    await send(`POST ${PATH}/${followed?.id}/dismiss`)
    expect(await unread()).toBe(1)
    await send(`POST ${PATH}/clear`)
    expect([await unread(), (await listOf(ann)).unread]).toEqual([0, 0])
    expect((await send<Notification[]>(`GET ${PATH}`)).body).toEqual([liked, followed])
  })

  test('are not kept apart', async ({ apps, ann }) => {
    const send = await apps.clientOf(ann)
    const path = '/api/v2/notifications/policy'
    const { body } = await send<object>(`GET ${path}`)
    expect(body).toMatchObject({ for_not_following: 'accept', summary: { pending_requests_count: 0 } })
    expect((await send(`PATCH ${path}`, { for_not_following: 'accept' })).body).toEqual(body)
    expect((await send(`PATCH ${path}`, { for_not_following: 'drop' })).status).toBe(422)
  })
})

test('markers are the reading position and the mark of what was read', async ({ apps, ann, bob }) => {
  const send = await apps.clientOf(ann)
  type Markers = { home?: Marker; notifications?: Marker }
  const read = async () => (await send<Markers>('GET /api/v1/markers?timeline[]=home&timeline[]=notifications')).body
  expect(await read()).toEqual({})
  const post = await writePost(ann)
  await like(bob, post._id)
  const { latest } = await listOf(ann)
  const marks = { home: { last_read_id: post._id }, notifications: { last_read_id: String(latest) } }
  const { body } = await send<Markers>('POST /api/v1/markers', marks)
  expect(body).toMatchObject(marks)
  expect(body.home?.version).toBeLessThan(2 ** 31)
  expect(await read()).toEqual(body)
  expect((await send('GET /api/v1/markers?timeline[]=home')).body).toEqual({ home: body.home })
  const { position } = await ann.call('GET /api/feed/position', { query: {} })
  expect(position?.postId).toBe(post._id)
  expect((await listOf(ann)).unread).toBe(0)
  // Of another network.
  const { body: moved } = await send<Markers>('POST /api/v1/markers', { home: { last_read_id: '118999999999999999' } })
  const at = Number(moved.home?.last_read_id)
  expect(at).toBeGreaterThan(Number(post._id))
  expect(at).toBeLessThan(Number((await writePost(ann))._id))
})
