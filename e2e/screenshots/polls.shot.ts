import { signUpCast } from '../support/cast.ts'
import { card } from '../support/posts.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

const LONG = 'The one that begins at the mill, follows the old towpath and ends at the weir café'

test('polls', async ({ api, openAs }) => {
  const [member, ...others] = await signUpCast(api)
  if (!member) throw new Error('nobody')
  const voting = await api.writePost(member, 'Which walk do we take on Sunday?', {
    poll: { options: [LONG.slice(0, 80), 'Reed beds', 'Up the hill'], showResults: 'voted' },
  })
  await api.vote(voting, [1], others[0] ?? member)
  await api.writePost(member, 'What do you bring? As many as you like.', {
    poll: {
      options: ['Sandwiches', 'Cake', 'Tea', 'Binoculars', 'A map', 'Only good company and dry socks'],
      multiple: true,
      showResults: 'ended',
      seconds: 300,
    },
  })
  const voted = await api.writePost(member, 'Tea or coffee?', {
    poll: { options: ['Tea', 'Coffee', LONG.slice(0, 79)], mayChange: true, seconds: 259_200 },
  })
  for (const [index, each] of others.entries()) await api.vote(voted, [index % 2], each)
  await api.vote(voted, [1], member)
  await api.editPoll(voting, member, { options: ['The towpath', 'Reed beds'], showResults: 'always' })
  await api.vote(voting, [1], others[0] ?? member, 2)
  const page = await openAs(member)
  await page.goto('/')
  await expect(card(page, 'Tea or coffee?').getByText('your choice')).toBeVisible()
  await shoot(page, 'polls-feed', { fullPage: true })
  await card(page, 'Tea or coffee?').getByRole('button', { name: 'Change vote' }).click()
  await card(page, 'Tea or coffee?').getByRole('link', { name: /ago$/ }).click()
  await expect(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
  await shoot(page, 'polls-post')
})

test('a new post with a poll', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'New post' }).fill('Which walk do we take on Sunday?')
  await form.getByRole('button', { name: 'Add poll' }).click()
  await form.getByRole('textbox', { name: 'Option 1' }).fill('The towpath')
  await form.getByRole('textbox', { name: 'Option 2' }).fill('the towpath ')
  await form.getByRole('button', { name: 'Add option' }).click()
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(form.getByText('Write something, or remove this option.')).toBeVisible()
  await shoot(page, 'composer-poll')
})
