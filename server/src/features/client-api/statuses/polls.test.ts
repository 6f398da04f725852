import type { Notification, Poll, Status } from '@quack/contract/client-api/entities'
import { expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { follow } from '../../../../test/blocks.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { writePost } from '../../../../test/members.ts'
import { ask, editPoll, letEnd, OPTIONS, readPoll, vote } from '../../../../test/polls.ts'
import { createTestClock } from '../../../../test/test-clock.ts'

const test = base
  .extend('clock', { scope: 'file' }, () => createTestClock())
  .extend('options', { scope: 'file' }, ({ clock }) => ({ clock }))
  .extend('appOf', ({ app }) => {
    const { clientOf } = createApps(app.app)
    return async (...of: Parameters<typeof clientOf>) => {
      const send = await clientOf(...of)
      return <Body = Status>(route: string, payload?: object) => send<Body>(route.replace(' ', ' /api/v1/'), payload)
    }
  })

const sent = { options: [...OPTIONS], expires_in: 600, multiple: true }

test('an app asks, votes, and sees the results that its member sees', async ({ ann, bob, carl, appOf }) => {
  const [author, voter] = [await appOf(ann), await appOf(bob)]
  const { body: status } = await author('POST statuses', { status: 'Which?', poll: { ...sent, hide_totals: true } })
  const options = OPTIONS.map((title) => ({ title, votes_count: null }))
  const hidden = { votes_count: 0, voters_count: null, options, multiple: true, expired: false, emojis: [] }
  expect(status.poll).toMatchObject({ ...hidden, voted: false, own_votes: [] })
  const id = status.poll?.id ?? ''
  expect((await voter<Poll>(`POST polls/${id}/votes`, { choices: ['2', 0] })).body).toEqual({
    ...status.poll,
    ...{ voted: true, own_votes: [0, 2] },
  })
  expect((await voter<Poll>(`GET polls/${id}`)).body).toMatchObject({ ...hidden, voted: true })
  const refuse = async (by: typeof voter, poll: string, choices: readonly number[]) => {
    const { status, body } = await by<{ error: string }>(`POST polls/${poll}/votes`, { choices })
    return [status, body.error]
  }
  const voted = [422, 'Validation failed: You have already voted on this poll']
  for (const choices of [[1], [0, 2]]) expect(await refuse(voter, id, choices)).toEqual(voted)
  const { _id: other } = await ask(ann, {})
  const single = (await voter<Status>(`GET statuses/${other}`)).body.poll?.id ?? ''
  expect(await refuse(voter, single, [0, 1])).toEqual(voted)
  expect(await refuse(voter, single, [5])).toEqual([422, 'Validation failed: The chosen vote option does not exist'])
  // An edit sends the poll again; this one begins no votes anew.
  const { body: edited } = await author(`PUT statuses/${status.id}`, {
    status: 'Which?',
    poll: { ...sent, hide_totals: false },
  })
  expect(edited.poll).toMatchObject({
    id,
    voters_count: 1,
    votes_count: 2,
    options: [{ votes_count: 1 }, { votes_count: 0 }, {}],
  })
  // A vote on other options than those that the app has shown is refused.
  await editPoll(ann, status.id, { options: ['Ducks', 'Hens'] })
  expect((await (await appOf(carl))(`POST polls/${id}/votes`, { choices: [0] })).status).toBe(422)
})

test('home says what the member has chosen, for each of its readers', async ({ ann, bob, carl, appOf }) => {
  const { _id: postId } = await ask(ann, { showResults: 'voted' })
  for (const reader of [bob, carl]) await follow(reader, ann)
  const homeOf = async (member: typeof bob) => {
    const read = await appOf(member)
    const home = async () => (await read<Status[]>('GET timelines/home?limit=1')).body[0]?.poll
    // From the database, then from the caches.
    const first = await home()
    expect(await home()).toEqual(first)
    return first
  }
  await homeOf(bob)
  await vote(bob, postId, [1])
  expect(await homeOf(bob)).toMatchObject({ voted: true, own_votes: [1], voters_count: 1 })
  expect(await homeOf(carl)).toMatchObject({ voted: false, own_votes: [], voters_count: null, votes_count: 0 })
})

test('the end is a notification, of the own poll too, and nothing is edited afterwards', async ({
  app,
  ann,
  bob,
  clock,
  appOf,
}) => {
  const { _id: postId } = await ask(ann)
  await vote(bob, postId, [0])
  await letEnd(app, postId)
  clock.advance(5_000)
  await expect.poll(async () => (await readPoll(ann, postId)).poll?.ended).toBe(true)
  for (const member of [ann, bob]) {
    const read = await appOf(member)
    const list = async () => (await read<Notification[]>('GET notifications?types[]=poll')).body
    await expect
      .poll(list)
      .toMatchObject([
        { type: 'poll', account: { id: ann._id }, status: { id: postId, poll: { expired: true, votes_count: 1 } } },
      ])
  }
  const author = await appOf(ann)
  const { body } = await author(`PUT statuses/${postId}`, { status: 'Which?', poll: sent })
  expect(body).toMatchObject({ content: '<p>Which?</p>', poll: { expired: true, votes_count: 1 } })
})

test('comments have no polls', async ({ ann, appOf }) => {
  const { _id: postId } = await writePost(ann)
  const author = await appOf(ann)
  const { status } = await author('POST statuses', { status: 'x', in_reply_to_id: postId, poll: sent })
  expect(status).toBe(422)
  expect((await author(`GET polls/${postId}-1`)).status).toBe(404)
})
