import type { Filter, Status } from '@quack/contract/client-api/entities'
import { describe, expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { comment, follow } from '../../../../test/blocks.ts'
import { listen, openStream } from '../../../../test/events.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { writePost } from '../../../../test/members.ts'
import { EVENTS } from '../../events/events.routes.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('apps', ({ app }) => createApps(app.app))
const PATH = '/api/v2/filters'

describe('a filter', () => {
  test('is a muted word: it hides posts, or warns of them', async ({ apps, ann, bob }) => {
    await follow(ann, bob)
    const [loud, calm] = [await writePost(bob, 'A loud goose'), await writePost(bob, 'A calm duck')]
    const send = await apps.clientOf(ann)
    const home = async () => (await send<Status[]>('GET /api/v1/timelines/home')).body
    // As a form has it, where each field of the list is an entry.
    const form = 'title=Noise&context[]=home&filter_action=warn&expires_in=3000&keywords_attributes[][keyword]=loud'
    const { body: filter } = await send<Filter>(`POST ${PATH}?${form}&keywords_attributes[][whole_word]=true`)
    expect(filter).toMatchObject({
      title: 'loud',
      context: ['home', 'public'],
      filter_action: 'warn',
      expires_at: expect.stringMatching(/\.\d{3}Z$/),
      keywords: [{ id: filter.id, keyword: 'loud', whole_word: true }],
      statuses: [],
    })
    expect((await home()).map(({ id, filtered }) => [id, filtered])).toEqual([
      [calm._id, []],
      [loud._id, [{ filter, keyword_matches: ['loud'], status_matches: [] }]],
    ])
    const { body: hiding } = await send<Filter>(`PUT ${PATH}/${filter.id}`, { filter_action: 'hide' })
    expect(hiding).toEqual({ ...filter, filter_action: 'hide' })
    expect((await home()).map(({ id }) => id)).toEqual([calm._id])
    expect((await send(`GET ${PATH}/${filter.id}`)).body).toEqual(hiding)

    const keywords = [{ id: filter.id, keyword: '#pond' }]
    const change = { title: 'Ponds', expires_in: '', keywords_attributes: keywords }
    const { body: edited } = await send<Filter>(`PUT ${PATH}/${filter.id}`, change)
    expect(edited).toMatchObject({ id: filter.id, title: '#pond', filter_action: 'hide', expires_at: null })
    const { words } = await ann.call('GET /api/muted-words', { query: {} })
    expect(words).toEqual([{ _id: filter.id, phrase: '#pond', action: 'hide', endsAt: null }])
    expect((await send(`DELETE ${PATH}/${filter.id}`)).status).toBe(200)
    expect((await send(`GET ${PATH}/${filter.id}`)).status).toBe(404)
    expect(await home()).toHaveLength(2)
  })

  test('has one keyword: another one is a filter of its own', async ({ apps, ann, bob }) => {
    const send = await apps.clientOf(ann)
    const { body: first } = await send<Filter>(`POST ${PATH}`, {
      title: 'geese',
      filter_action: 'hide',
      expires_in: null,
    })
    const { body: added } = await send<{ id: string }>(`POST ${PATH}/${first.id}/keywords`, { keyword: 'swans' })
    await send(`PUT ${PATH}/keywords/${first.id}`, { keyword: 'gulls' })
    const list = async () => (await send<Filter[]>(`GET ${PATH}`)).body.map(({ id, title }) => [id, title])
    expect(await list()).toEqual([
      [added.id, 'swans'],
      [first.id, 'gulls'],
    ])
    expect((await send('GET /api/v1/filters')).body).toMatchObject([
      { phrase: 'swans', irreversible: true, whole_word: true, expires_at: null },
      { phrase: 'gulls' },
    ])
    const two = { title: 'x', keywords_attributes: [{ keyword: 'a' }, { keyword: 'b' }] }
    expect((await send(`POST ${PATH}`, two)).status).toBe(422)
    expect((await send(`POST ${PATH}`, { title: '  ' })).status).toBe(422)
    expect((await send(`DELETE ${PATH}/keywords/${added.id}`)).status).toBe(200)
    const other = await apps.clientOf(bob)
    expect((await other(`PUT ${PATH}/${first.id}`, { filter_action: 'warn' })).status).toBe(404)
    expect((await other(`DELETE ${PATH}/${first.id}`)).status).toBe(404)
    expect(await list()).toEqual([[first.id, 'gulls']])
  })

  test('that is edited is told to the open tabs of its member', async ({ address, apps, ann }) => {
    const send = await apps.clientOf(ann)
    const { body: filter } = await send<Filter>(`POST ${PATH}`, { title: 'geese', filter_action: 'hide' })
    const tab = await openStream(address, ann.token)
    const versions = () => tab.heard.flatMap((event) => (event.name === 'relations' ? [event.data.version] : []))
    await tab.until(() => versions().length === 1)
    await send(`PUT ${PATH}/keywords/${filter.id}`, { keyword: 'goose' })
    await tab.until(() => versions().length === 2)
    await send(`PUT ${PATH}/${filter.id}`, { expires_in: 3_000 })
    await tab.until(() => versions().length === 3)
    expect(new Set(versions()).size).toBe(3)
    tab.close()
  })
})

describe('a report', () => {
  test('is one for each status, or of the account, by the rule that fits', async ({ apps, ann, bob, moderator }) => {
    expect(moderator.token).toBeDefined()
    const post = await writePost(bob, 'Buy!')
    const id = await comment(bob, post._id, 'Buy more!')
    const send = await apps.clientOf(ann)
    const report = async (more: object) =>
      send('POST /api/v1/reports', { account_id: bob._id, comment: 'Look', ...more })
    const { body } = await report({ status_ids: [post._id, id], category: 'spam' })
    expect(body).toMatchObject({
      action_taken: false,
      category: 'spam',
      comment: 'Look',
      status_ids: [post._id, id],
      target_account: { id: bob._id },
    })
    await report({ category: 'violation', rule_ids: ['privacy'] })
    const own = async () =>
      (await ann.call('GET /api/reports', { query: {} })).reports.map(({ kind, rule, text }) => [kind, rule, text])
    const all = [
      ['member', 'Keep private things private', 'Look'],
      ['comment', 'No spam', 'Look'],
      ['post', 'No spam', 'Look'],
    ]
    expect(await own()).toEqual(all)
    await report({})
    expect(await own()).toEqual([['member', 'Something else', 'Look'], ...all.slice(1)])
    expect((await report({ account_id: ann._id })).status).toBe(422)
    expect((await report({ account_id: '1' })).status).toBe(404)
    expect((await report({ status_ids: ['1'] })).status).toBe(404)
  })
})
