import type { Account, Status } from '@quack/contract/client-api/entities'
import { describe, expect } from 'vitest'
import { block, comment, follow, like } from '../../../../test/blocks.ts'
import { linksOf, test } from '../../../../test/client-api.ts'
import { writePost } from '../../../../test/members.ts'
import type { MemberId } from '../../../database/schema.ts'
import { limit } from '../../moderation/suspension.service.ts'

describe('an account', () => {
  test('has all that apps read, by its id and by its name', async ({ ann, bob, clientOf }) => {
    await bob.call('POST /api/users/edit', { body: { userData: { bio: 'A <duck>', website: 'https://bob.example' } } })
    const read = await clientOf(ann)
    const { body } = await read<Account>(`/api/v1/accounts/${bob._id}`)
    expect(body).toMatchObject({
      id: bob._id,
      acct: bob.username,
      note: '<p>A &#60;duck&#62;</p>',
      url: `http://localhost/profile/${bob.username}`,
      avatar: expect.stringMatching(/^http:\/\/localhost\/avatars\//),
      locked: false,
      indexable: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      fields: [{ name: 'Website', value: expect.stringContaining('href="https://bob.example"') }],
    })
    for (const acct of [bob.username, `@${bob.username}`, `${bob.username}@localhost`]) {
      expect((await read<Account>(`/api/v1/accounts/lookup?acct=${acct}`)).body).toEqual(body)
    }
    expect(await read(`/api/v1/accounts/lookup?acct=${bob.username}@other.example`)).toMatchObject({
      status: 404,
      body: { error: 'Record not found' },
    })
    const own = (await read<Account>('/api/v1/accounts/verify_credentials')).body
    expect(own).toMatchObject({ id: ann._id, source: { note: '', privacy: 'public', follow_requests_count: 0 } })
  })

  test('that a moderator has limited says that only followers see its posts', async ({ app, ann, bob, clientOf }) => {
    await follow(ann, bob)
    const { _id: id } = await writePost(bob)
    await limit(app.db, Number(bob._id) as MemberId)
    const account = { id: bob._id, limited: true, locked: false, indexable: false }
    expect((await (await clientOf(ann))(`/api/v1/statuses/${id}`)).body).toMatchObject({
      visibility: 'private',
      account,
    })
  })

  test('that the viewer has blocked shows its name alone, so that the block can be taken back', async ({
    ann,
    bob,
    clientOf,
  }) => {
    await bob.call('POST /api/users/edit', { body: { userData: { bio: 'A duck' } } })
    const read = await clientOf(ann)
    await block(ann, bob)
    const shown = { status: 200, body: { id: bob._id, acct: bob.username, note: '', statuses_count: 0 } }
    expect(await read(`/api/v1/accounts/${bob._id}`)).toMatchObject(shown)
    expect(await read(`/api/v1/accounts/lookup?acct=${bob.username}`)).toMatchObject(shown)
    expect((await read(`/api/v1/accounts/${bob._id}/statuses`)).status).toBe(404)
  })
})

describe('a status', () => {
  test('is a post, or a comment on it', async ({ ann, bob, clientOf }) => {
    const post = await writePost(bob, `Hi @${ann.username} #duck`)
    const id = await comment(ann, post._id, 'Nice')
    await like(ann, post._id)
    const read = await clientOf(ann)
    const { body } = await read<Status>(`/api/v1/statuses/${post._id}`)
    expect(body).toMatchObject({
      id: post._id,
      account: { id: bob._id },
      mentions: [{ id: ann._id, acct: ann.username }],
      tags: [{ name: 'duck', url: 'http://localhost/tag/duck' }],
      replies_count: 1,
      favourites_count: 1,
      favourited: true,
      in_reply_to_id: null,
      ...{ poll: null, card: null, reblog: null, edited_at: null, application: null },
    })
    const answer = (await read<Status>(`/api/v1/statuses/${id}`)).body
    expect(answer).toMatchObject({ in_reply_to_id: post._id, in_reply_to_account_id: bob._id, content: '<p>Nice</p>' })
    expect((await read(`/api/v1/statuses/${post._id}/context`)).body).toEqual({ ancestors: [], descendants: [answer] })
    expect((await read(`/api/v1/statuses/${id}/context`)).body).toEqual({ ancestors: [body], descendants: [] })
    for (const unknown of ['1', 'x', '99999999999999999999']) {
      expect((await read(`/api/v1/statuses/${unknown}`)).status).toBe(404)
    }
  })

  test('that is a comment of a member whom the author of the post has blocked is there for nobody', async ({
    ann,
    bob,
    carl,
    clientOf,
  }) => {
    const id = await comment(bob, (await writePost(carl))._id, 'Under a block')
    const read = await clientOf(ann)
    expect((await read(`/api/v1/statuses/${id}`)).status).toBe(200)
    await block(carl, bob)
    expect((await read(`/api/v1/statuses/${id}`)).status).toBe(404)
  })

  test('is shown without the comments of whom the viewer does not see', async ({ ann, bob, carl, clientOf }) => {
    const other = await writePost(carl)
    await comment(bob, other._id, 'Hidden')
    await block(bob, ann)
    const read = await clientOf(ann)
    expect((await read(`/api/v1/statuses/${other._id}/context`)).body).toEqual({ ancestors: [], descendants: [] })
  })
})

describe('the address of a status', () => {
  test('leads a browser to its page, as far as everybody may know it', async ({ app, ann, bob, clientOf }) => {
    const [post, other] = [await writePost(ann), await writePost(bob)]
    const id = await comment(ann, post._id, 'Nice')
    const read = await clientOf(ann)
    const { url } = (await read<Status>(`/api/v1/statuses/${post._id}`)).body
    expect(url).toBe(`http://localhost/@${ann.username}/${post._id}`)
    await bob.call('POST /api/account/private', { body: { private: true } })
    for (const [path, page] of [
      [new URL(url).pathname, `/post-detail/${post.id}`],
      [`/@${ann.username}/${id}`, `/post-detail/${post.id}#comment-${id}`],
      [`/@${bob.username}/${other._id}`, `/post-detail/${other._id}`],
      [`/@${ann.username}`, `/profile/${ann.username}`],
      ['/@a%2Fb/%2F%2Fc.example', '/post-detail/%2F%2Fc.example'],
    ]) {
      const { statusCode, headers } = await app.app.inject({ url: path })
      expect([path, statusCode, headers.location]).toEqual([path, 302, page])
    }
  })
})

describe('the home timeline', () => {
  test('says of own posts whether they are pinned', async ({ ann, clientOf }) => {
    const [post, other] = [await writePost(ann), await writePost(ann)]
    const read = await clientOf(ann)
    const pins = async () => (await read<Status[]>('/api/v1/timelines/home')).body.map(({ pinned }) => pinned)
    expect(await pins()).toEqual([false, false])
    for (const [route, expected] of [
      [other._id, [true, false]],
      [post._id, [false, true]],
    ] as const) {
      await ann.call('POST /api/posts/pin/:postId', { params: { postId: route } })
      expect(await pins()).toEqual(expected)
      expect((await read<Status>(`/api/v1/statuses/${route}`)).body.pinned).toBe(true)
    }
  })

  test('is the home feed, page by page both ways, also while posts are written', async ({ ann, bob, clientOf }) => {
    await follow(ann, bob)
    const ids: string[] = []
    for (let count = 0; count < 7; count++) ids.unshift((await writePost(bob, `post ${count}`))._id)
    const read = await clientOf(ann)
    const page = async (url: string) => {
      const { body, link } = await read<Status[]>(url)
      const links = linksOf(link)
      return { ids: body.map(({ id }) => id), next: links.get('next'), prev: links.get('prev'), link }
    }
    const first = await page('/api/v1/timelines/home?limit=3')
    expect(first.ids).toEqual(ids.slice(0, 3))
    expect(first.link).toMatch(/^<http:\/\/localhost\/api\/v1\/timelines\/home\?limit=3&max_id=\d+>; rel="next", <http/)
    const fresh = [
      (await writePost(bob))._id,
      (await writePost(bob))._id,
      (await writePost(bob))._id,
      (await writePost(bob))._id,
    ]
    const second = await page(first.next ?? '')
    expect(second.ids).toEqual(ids.slice(3, 6))
    const last = await page(second.next ?? '')
    expect([last.ids, last.next]).toEqual([ids.slice(6), undefined])
    // The ones right above, not the newest.
    expect((await page(first.prev ?? '')).ids).toEqual(fresh.slice(0, 3).toReversed())
    expect((await page(`/api/v1/timelines/home?limit=2&since_id=${ids[0]}`)).ids).toEqual(fresh.slice(2).toReversed())
    const between = `/api/v1/timelines/home?max_id=${ids[2]}&since_id=${ids[5]}`
    expect((await page(between)).ids).toEqual(ids.slice(3, 5))
    expect((await page('/api/v1/timelines/home?min_id=118999999999999999')).ids).toEqual([])
    expect((await page('/api/v1/timelines/home?max_id=118999999999999999&limit=1')).ids).toEqual(fresh.slice(3))
    expect((await read('/api/v1/timelines/home?limit=0')).status).toBe(422)
  })
})
