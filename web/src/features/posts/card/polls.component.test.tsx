import { expect, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectAccessible, expectReadable } from '../../../../test/axe.ts'
import { type MemberApi, makePerson, test } from '../../../../test/component-test.ts'
import { pressOn, tabTo } from '../../../../test/keyboard.ts'
import { renderLive } from '../../../../test/live.ts'
import { goOffline, goOnline } from '../../../../test/network.ts'
import { card, clickAndSave } from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { answer, watchRequests } from '../../../../test/requests.ts'
import { expectToast } from '../../../../test/toast.ts'

const VOTE = /\/vote/
const DAY_MS = 86_400_000

const post = card('Tea or coffee?')
const poll = post.getByRole('group', { name: 'Poll' })
const vote = post.getByRole('button', { name: 'Vote', exact: true })
const changeVote = post.getByRole('button', { name: 'Change vote' })
const radio = (name: string) => poll.getByRole('radio', { name })
const row = (name: string) => poll.getByRole('listitem').filter({ hasText: name })

async function expectRow(name: string, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await expect.element(row(name)).toMatchTextContent(text)
}

async function people(api: MemberApi) {
  return [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))] as const
}

const asked = { options: ['Tea', 'Coffee'] }

test('is voted in by keyboard; the results come with the vote, which can be changed', async ({ api }) => {
  const [ann, bob] = await people(api)
  const { id } = await api.writePost(ann, 'Tea or coffee?', {
    poll: { ...asked, mayChange: true, showResults: 'voted' },
  })
  const screen = await renderScreen(`/post-detail/${id}`, { member: bob })
  await expect.element(post).toMatchTextContent('Results after you vote · 1 day left')
  await expect.element(vote).toBeDisabled()
  await expectAccessible()
  await tabTo(radio('Tea'))
  await userEvent.keyboard(' ')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(radio('Coffee')).toBeChecked()
  await pressOn(vote)
  await expectRow('Coffee', '(your choice)', '1 vote', '100%')
  await expectRow('Tea', '0 votes', '0%')
  await expect.element(post).toMatchTextContent('1 vote · 1 day left')
  expect(radio('Tea').elements()).toEqual([])
  await expect.element(poll).toHaveFocus()
  await expectAccessible()
  await expectReadable()

  await changeVote.click()
  await expect.element(radio('Coffee')).toBeChecked()
  await post.getByRole('button', { name: 'Cancel' }).click()
  await expectRow('Coffee', '(your choice)')
  await changeVote.click()
  await radio('Tea').click()
  await clickAndSave(vote, VOTE)
  await screen.reload()
  await expectRow('Tea', '(your choice)', '100%')
  await expectRow('Coffee', '0%')
})

test('may take several choices, be final, and hide its results until it ends', async ({ api }) => {
  const [ann, bob] = await people(api)
  const options = ['Tea', 'Coffee', 'Water']
  const written = await api.writePost(ann, 'Tea or coffee?', {
    poll: { options, multiple: true, showResults: 'ended' },
  })
  const path = `/post-detail/${written.id}`
  const screen = await renderScreen(path, { member: bob })
  for (const name of ['Tea', 'Water']) await poll.getByRole('checkbox', { name }).click()
  await expect.element(post).toMatchTextContent('Choose one or more · Results when it ends · 1 day left')
  await clickAndSave(vote, VOTE)
  for (const name of ['Tea', 'Water']) await expectRow(name, '(your choice)')
  await expect.element(row('Coffee')).not.toMatchTextContent('(your choice)')
  await expect.element(post).not.toMatchTextContent('%')
  expect(changeVote.elements()).toEqual([])

  // Its end comes by the clock, before the server has counted.
  vi.setSystemTime(Date.now() + DAY_MS)
  await expect.element(post).toMatchTextContent('Results follow · Ended')
  vi.useRealTimers()
  const read = await fetch(`/api/posts/${written._id}`, { headers: { authorization: bob.token } })
  const { post: known } = await read.json()
  const results = { votes: [3, 0, 1], voterCount: 3 }
  await answer(new RegExp(`^/api/posts/${written.id}`), 200, {
    post: { ...known, poll: { ...known.poll, ended: true, results } },
  })
  await screen.open(path)
  await expect.element(post).toMatchTextContent('3 voters · Final results')
  await expectRow('Water', '(your choice)', '1 vote', '33%')
})

test('a vote without a network is shown, and sent later; one that is refused is taken back, and says why', async ({
  api,
  noise,
}) => {
  noise.expect(/409 \(Conflict\)|NetworkError|ApiError: This poll/)
  const [ann, bob] = await people(api)
  const written = await api.writePost(ann, 'Tea or coffee?', { poll: asked })
  await api.vote(written, [1], ann)
  const path = `/post-detail/${written.id}`
  await renderScreen(path, { member: bob })
  await expectRow('Coffee', '1 vote', '100%')
  await radio('Tea').click()
  const elsewhere = goOffline()
  await vote.click()
  await expectRow('Tea', '(your choice)', '1 vote', '50%')
  await elsewhere.editPoll(written, ann, { options: ['Tea', 'Coffee', 'Neither'] })
  const message = 'This poll was changed meanwhile. Please look at it and vote again.'
  await expectToast(message, async () => goOnline())
  await expect.element(post).toMatchTextContent('The options were changed; votes begin anew.')
  await expectRow('Neither', '0 votes')
  await expect.element(radio('Tea')).not.toBeChecked()

  await radio('Tea').click()
  goOffline()
  await vote.click()
  await expectRow('Tea', '(your choice)', '100%')
  const sent = await watchRequests(VOTE, 'write')
  goOnline()
  await expect.poll(async () => (await sent()).map(({ status }) => status)).toEqual([200])
  await expectRow('Tea', '(your choice)', '1 vote', '100%')
})

test('results and a change of the options reach an open page', async ({ api }) => {
  const [ann, bob] = await people(api)
  const written = await api.writePost(ann, 'Tea or coffee?', { poll: asked })
  await renderLive(`/post-detail/${written.id}`, { member: bob })
  await expectRow('Tea', '0%')
  await api.vote(written, [0], ann)
  await expectRow('Tea', '1 vote', '100%')
  await radio('Coffee').click()
  await clickAndSave(vote, VOTE)
  await expectRow('Coffee', '(your choice)', '50%')
  await api.editPoll(written, ann, { ...asked, multiple: true })
  await expect.element(poll.getByRole('checkbox', { name: 'Coffee' })).not.toBeChecked()
})

test('is folded with what it is about', async ({ api }) => {
  const [ann] = await people(api)
  await api.writePost(ann, 'Tea or coffee?', { poll: asked, warning: 'Drinks' })
  await renderScreen(`/profile/${ann.username}`, { member: ann })
  const folded = card('Drinks')
  await expect.element(folded).toBeVisible()
  expect(folded.getByRole('group', { name: 'Poll' }).elements()).toEqual([])
  await folded.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(radio('Tea')).toBeVisible()
})
