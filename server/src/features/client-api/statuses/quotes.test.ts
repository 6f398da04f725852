import { ERRORS } from '@quack/contract'
import type { CredentialAccount, Status } from '@quack/contract/client-api/entities'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { LIMITED, PRIVATE, PUBLIC, setAudience } from '../../../../test/audience.ts'
import { block, comment, follow, like, unblock } from '../../../../test/blocks.ts'
import { linksOf } from '../../../../test/client-api.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../../test/members.ts'
import { deletePost } from '../../../../test/notifications.ts'
import { letQuote, quote } from '../../../../test/quotes.ts'
import { insertPosts } from '../../../../test/search.ts'
import type { MemberId } from '../../../database/schema.ts'
import { StatusPages } from './status-pages.ts'

const test = base.extend('appOf', ({ app }) => {
  const apps = createApps(app.app)
  return async (member: TestMember) => {
    const send = await apps.clientOf(member)
    return <Body = Status>(route: string, payload?: object) => send<Body>(route.replace(' ', ' /api/v1/'), payload)
  }
})
type Send = <Body = Status>(route: string, payload?: object) => Promise<{ status: number; body: Body }>

const said = ({ state, quoted_status: shown }: NonNullable<Status['quote']>) => [state, shown?.content ?? null]
const SHOWN = ['accepted', '<p>Quoted</p>']
const UNSEEN = ['unauthorized', null]

describe('a quote', () => {
  test('is written, and shows one level of what it quotes, as the viewer sees it', async ({
    ann,
    bob,
    carl,
    appOf,
  }) => {
    const [own, other] = [await appOf(bob), await appOf(carl)]
    const { _id: id } = await writePost(ann, 'Quoted')
    await like(bob, id)
    const { body: made } = await own('POST statuses', { status: 'Look', quoted_status_id: id })
    expect(made).toMatchObject({ content: '<p>Look</p>', quotes_count: 0, quote: { state: 'accepted' } })
    const { body: read } = await own(`GET statuses/${id}`)
    expect(read).toMatchObject({ quote: null, quotes_count: 1, favourited: true })
    expect(made.quote?.quoted_status).toEqual(read)
    const { body: second } = await other('POST statuses', { status: 'Both', quoted_status_id: made.id })
    expect(second.quote?.quoted_status).toMatchObject({ id: made.id, quote: null, quotes_count: 1, favourited: false })
    expect((await other(`POST statuses/${made.id}/reblog`)).body.reblog?.quote?.quoted_status?.id).toBe(id)
  })

  test('says on every page of Home what its reader sees of the post now', async ({ app, ann, bob, carl, appOf }) => {
    const read = await appOf(carl)
    await follow(carl, bob)
    const { _id: id } = await writePost(ann, 'Quoted')
    const { _id: quoteId } = await quote(bob, id)
    const home = async () => {
      const [status] = (await read<Status[]>('GET timelines/home?limit=1')).body
      expect([status?.id, status?.quote]).toEqual([quoteId, (await read(`GET statuses/${quoteId}`)).body.quote])
      return status?.quote ? said(status.quote) : null
    }
    const assembled = vi.spyOn(StatusPages.prototype, 'answer')
    onTestFinished(() => assembled.mockRestore())
    expect(await home()).toEqual(SHOWN)
    expect(await assembled.mock.results[0]?.value).toContain('"quoted_status":{')
    await read(`POST statuses/${id}/favourite`)
    await home()
    await comment(bob, id, 'A comment')
    await home()
    await letQuote(ann, id, 'followers')
    await home()
    await read(`POST accounts/${ann._id}/follow`)
    await home()
    await ann.call('POST /api/users/edit', { body: { userData: { bio: 'A duck' } } })
    await home()
    for (const [hide, show] of [
      [() => setAudience(app, ann, PRIVATE), () => setAudience(app, ann, PUBLIC)],
      [() => setAudience(app, ann, LIMITED), () => setAudience(app, ann, PUBLIC)],
      [() => read(`POST accounts/${ann._id}/mute`), () => read(`POST accounts/${ann._id}/unmute`)],
      [() => block(ann, carl), () => unblock(ann, carl)],
    ] as const) {
      await hide()
      expect(await home()).toEqual(UNSEEN)
      await show()
      expect(await home()).toEqual(SHOWN)
    }
    await ann.call('POST /api/posts/edit/:postId', {
      params: { postId: id },
      body: { postData: { content: 'Edited' } },
    })
    expect(await home()).toEqual(['accepted', '<p>Edited</p>'])
    await deletePost(ann, id)
    expect(await home()).toEqual(UNSEEN)
  })

  test('shows its post also among so many that they are read in parts', async ({ app, ann, bob, appOf }) => {
    const insert = (quoted?: Awaited<ReturnType<typeof insertPosts>>) =>
      insertPosts(app.db, Number(ann._id) as MemberId, Array(20).fill('x'.repeat(20_000)), undefined, quoted)
    const quoted = await insert(await insert())
    const ids = (await insert(quoted)).map(String)
    const { body } = await (await appOf(bob))<Status[]>(`GET statuses?${ids.map((id) => `id[]=${id}`).join('&')}`)
    expect(body.map((status) => [status.id, status.quote?.quoted_status?.id])).toEqual(
      ids.map((id, index) => [id, String(quoted[index])]),
    )
  })

  test.for<[string, number, (of: { id: string; commentId: string }) => object]>([
    ['what does not exist', 404, () => ({ quoted_status_id: '1' })],
    ['a comment', 422, ({ commentId }) => ({ quoted_status_id: commentId })],
    ['a post in a comment', 422, ({ id }) => ({ quoted_status_id: id, in_reply_to_id: id })],
    ['a post that nobody may quote', 403, ({ id }) => ({ quoted_status_id: id })],
  ])('is refused of %s', async ([_what, status, input], { ann, bob, appOf }) => {
    const { _id: id } = await writePost(ann)
    const commentId = await comment(ann, id, 'A comment')
    await letQuote(ann, id, 'nobody')
    const answer = await (await appOf(bob))<{ error: string }>('POST statuses', {
      status: 'x',
      ...input({ id, commentId }),
    })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body.error).toBe(ERRORS.quoteForbidden.message)
  })

  test('is listed, and stays without the post after its author has revoked it', async ({ ann, bob, carl, appOf }) => {
    const [own, other] = [await appOf(ann), await appOf(bob)]
    const { _id: id } = await writePost(ann, 'Quoted')
    const quotes: string[] = []
    for (const content of ['One', 'Two', 'Three']) quotes.unshift((await quote(bob, id, content))._id)
    const list = async (route: string) => {
      const { body, headers } = await own<Status[]>(route)
      return { ids: body.map((status) => status.id), links: linksOf(headers.link) }
    }
    const path = (url = '') => `GET ${url.replace(/^.*\/api\/v1\//, '')}`
    const first = await list(`GET statuses/${id}/quotes?limit=2`)
    const second = await list(path(first.links.get('next')))
    expect([first.ids, second.ids, second.links.get('next')]).toEqual([quotes.slice(0, 2), quotes.slice(2), undefined])
    expect((await list(path(second.links.get('prev')))).ids).toEqual(quotes.slice(0, 2))

    const revoke = (send: Send, quoteId = '') => send(`POST statuses/${id}/quotes/${quoteId}/revoke`)
    expect((await revoke(other, quotes[0])).status).toBe(403)
    expect((await own(`POST statuses/1/quotes/${quotes[0]}/revoke`)).status).toBe(404)
    const { body } = await revoke(own, quotes[0])
    expect([body.id, body.quote && said(body.quote)]).toEqual([quotes[0], UNSEEN])
    await block(bob, ann)
    expect((await revoke(own, quotes[1])).body).toMatchObject({ id, quotes_count: 1 })
    const read = await appOf(carl)
    expect((await read<Status[]>(`GET statuses/${id}/quotes`)).body.map((status) => status.id)).toEqual(quotes.slice(2))
  })
})

describe('who may quote', () => {
  test('is said by a post, also to whom it does not let', async ({ app, ann, bob, carl, appOf }) => {
    const [own, follower, other] = [await appOf(ann), await appOf(bob), await appOf(carl)]
    const visitor = createApps(app.app).callWith()
    await follow(bob, ann)
    const write = (policy?: string) => own('POST statuses', { status: 'x', quote_approval_policy: policy })
    const { body: made } = await write('followers')
    const approvals = async () => {
      const all = []
      for (const send of [own, follower, other]) all.push((await send(`GET statuses/${made.id}`)).body.quote_approval)
      all.push((await visitor<Status>(`GET /api/v1/statuses/${made.id}`)).body.quote_approval)
      return [all[0]?.automatic, ...all.map((approval) => approval.current_user)]
    }
    expect(await approvals()).toEqual([['followers'], 'automatic', 'automatic', 'denied', 'denied'])
    await own(`PUT statuses/${made.id}`, { status: 'y', quote_approval_policy: 'nobody' })
    expect(await approvals()).toEqual([[], 'automatic', 'denied', 'denied', 'denied'])
    const change = { quote_approval_policy: 'public' }
    expect((await own(`PUT statuses/${made.id}/interaction_policy`, change)).body.content).toBe('<p>y</p>')
    expect(await approvals()).toEqual([['public'], 'automatic', 'automatic', 'automatic', 'denied'])
    expect((await other(`PUT statuses/${made.id}/interaction_policy`, change)).status).toBe(403)
    const commentId = await comment(ann, made.id, 'A comment')
    expect((await own(`PUT statuses/${commentId}/interaction_policy`, change)).status).toBe(422)
    expect((await own(`GET statuses/${commentId}`)).body.quote_approval).toMatchObject({
      automatic: [],
      current_user: 'denied',
    })
    await setAudience(app, ann, PRIVATE)
    const { body: closed } = await follower(`GET statuses/${made.id}`)
    expect(closed.quote_approval).toEqual({ automatic: [], manual: [], current_user: 'denied' })
  })

  test('is what a member has chosen for new posts', async ({ ann, appOf }) => {
    const own = await appOf(ann)
    const source = { quote_policy: 'followers' }
    expect((await own<CredentialAccount>('PATCH accounts/update_credentials', { source })).body.source).toMatchObject(
      source,
    )
    expect((await own<object>('GET preferences')).body).toMatchObject({ 'posting:default:quote_policy': 'followers' })
    expect((await own('POST statuses', { status: 'x' })).body.quote_approval.automatic).toEqual(['followers'])
  })
})
