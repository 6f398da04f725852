import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectReadable } from '../../../../test/axe.ts'
import { makePerson, test } from '../../../../test/component-test.ts'
import { pressOn, tabTo } from '../../../../test/keyboard.ts'
import { goOffline, goOnline } from '../../../../test/network.ts'
import { card, clickAndSave } from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { answer, watchRequests } from '../../../../test/requests.ts'
import { keepToasts } from '../../../../test/toast.ts'

const form = page.getByRole('form', { name: 'New post' })
const text = form.getByRole('textbox', { name: 'New post' })
const send = form.getByRole('button', { name: 'Post', exact: true })
const addPoll = page.getByRole('button', { name: 'Add poll' })
const option = (number: number) => page.getByRole('textbox', { name: `Option ${number}` })
const editing = page.getByRole('dialog', { name: 'Edit Post' })
const update = editing.getByRole('button', { name: 'Update' })
const anew = 'Votes begin anew, because this changes what was asked.'

async function edit(content: string): Promise<void> {
  await card(content).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
}

test('a poll is written by keyboard; what is wrong with an option is said beside it; the draft keeps it', async ({
  api,
}) => {
  const screen = await renderScreen('/', { member: await api.signUp(), size: 'phone' })
  const sent = await watchRequests(/^\/api\/posts/, 'write')
  await text.fill('Tea or coffee?')
  await pressOn(addPoll)
  await expect.element(option(1)).toHaveFocus()
  await userEvent.keyboard('Tea{Enter}')
  await expect.element(option(2)).toHaveFocus()
  await userEvent.keyboard(' tea {Enter}')
  await expect.element(option(3)).toHaveFocus()
  await expect.element(option(2)).toHaveAccessibleDescription('This is the same as option 1.')
  await pressOn(send)
  await expect.element(option(2)).toHaveFocus()
  await expect.element(option(3)).toHaveAccessibleDescription('Write something, or remove this option.')
  await expectAccessible()
  await expectReadable()
  expect(await sent()).toEqual([])

  await userEvent.keyboard('{Control>}a{/Control}Coffee{Enter}')
  for (const name of ['Water', 'Milk', 'Juice']) await userEvent.keyboard(`${name}{Enter}`)
  await userEvent.keyboard('Nothing{Enter}')
  await expect.element(option(6)).toHaveFocus()
  expect(page.getByRole('button', { name: 'Add option' }).elements()).toEqual([])
  await pressOn(page.getByRole('button', { name: 'Remove option 6' }))
  await expect.element(option(5)).toHaveFocus()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Open for' }), '3 days')
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Results' }), 'When it ends')
  await page.getByRole('checkbox', { name: 'Several choices' }).click()
  await page.getByRole('checkbox', { name: 'Votes can be changed' }).click()
  await screen.reload()
  await expect.element(option(5)).toHaveValue('Juice')
  await tabTo(option(5))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .element(card('Tea or coffee?'))
    .toMatchTextContent('Choose one or more · Results when it ends · 3 days left')
  await expect.element(option(1)).not.toBeInTheDocument()
  expect(JSON.parse((await sent())[0]?.body ?? '').postData.poll).toEqual({
    options: ['Tea', 'Coffee', 'Water', 'Milk', 'Juice'],
    multiple: true,
    mayChange: true,
    showResults: 'ended',
    seconds: 259_200,
  })
})

test('a poll that is taken off a draft can be put back', async ({ api }) => {
  keepToasts()
  await renderScreen('/', { member: await api.signUp() })
  await addPoll.click()
  await option(1).fill('Tea')
  await page.getByRole('button', { name: 'Remove poll' }).click()
  await expect.element(option(1)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(option(1)).toHaveValue('Tea')
})

test('an edit says that votes begin anew, sends a poll only if it has changed, and takes it off', async ({ api }) => {
  const ann = await api.signUp(makePerson('Ann'))
  const written = await api.writePost(ann, 'Tea or coffee?', { poll: { options: ['Tea', 'Coffee'] } })
  await api.vote(written, [0], ann)
  await renderScreen(`/profile/${ann.username}`, { member: ann })
  const sent = await watchRequests(/^\/api\/posts\/edit\//, 'write')
  const polls = async () => (await sent()).map(({ body }) => JSON.parse(body ?? '').postData.poll)
  await edit('Tea or coffee?')
  await expect.element(page.getByRole('combobox', { name: 'Open for' })).toMatchTextContent(/^As before/)
  await editing.getByRole('textbox', { name: 'Post text' }).fill('Tea or coffee? Now')
  await clickAndSave(update, /^\/api\/posts\/edit\//)
  await expect.element(card('Now')).toMatchTextContent('1 vote')
  expect(await polls()).toEqual([undefined])

  await edit('Now')
  await option(2).fill('Mocha')
  await expect.element(editing).toMatchTextContent(anew)
  await option(2).fill('Coffee')
  await expect.element(editing).not.toMatchTextContent(anew)
  await option(2).fill('Mocha')
  await clickAndSave(update, /^\/api\/posts\/edit\//)
  await expect.element(card('Now')).toMatchTextContent('The options were changed; votes begin anew.')
  await expect.element(card('Now').getByRole('radio', { name: 'Mocha' })).toBeVisible()

  await edit('Now')
  await editing.getByRole('button', { name: 'Remove poll' }).click()
  await clickAndSave(update, /^\/api\/posts\/edit\//)
  await expect.element(card('Now')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Poll' })).not.toBeInTheDocument()
  expect((await polls()).at(-1)).toBeNull()
})

test('an ended poll can only be removed; its post can be edited, also with a draft of before', async ({ api }) => {
  const ann = await api.signUp(makePerson('Ann'))
  const written = await api.writePost(ann, 'Tea or coffee?', { poll: { options: ['Tea', 'Coffee'] } })
  const path = `/post-detail/${written.id}`
  const screen = await renderScreen(path, { member: ann })
  await edit('Tea or coffee?')
  await option(2).fill('Mocha')
  const read = await fetch(`/api/posts/${written._id}`, { headers: { authorization: ann.token } })
  const { post } = await read.json()
  await answer(new RegExp(`^/api/posts/${written.id}`), 200, { post: { ...post, poll: { ...post.poll, ended: true } } })
  await screen.open(path)
  await edit('Tea or coffee?')
  await expect.element(editing).toMatchTextContent('The poll has ended. It can only be removed.')
  await expect.element(option(2)).not.toBeInTheDocument()
  await editing.getByRole('textbox', { name: 'Post text' }).fill('Tea it is')
  const sent = await watchRequests(/^\/api\/posts\/edit\//, 'write')
  await clickAndSave(update, /^\/api\/posts\/edit\//)
  expect(JSON.parse((await sent())[0]?.body ?? '').postData).toEqual({
    content: 'Tea it is',
    ...{ lang: navigator.language, mediaUrl: '', type: '', alt: '' },
  })
})

test('a poll waits for the network with its post, where it can be edited', async ({ api, noise }) => {
  noise.expect(/NetworkError/)
  await renderScreen('/', { member: await api.signUp() })
  await text.fill('Tea or coffee?')
  await addPoll.click()
  await option(1).fill('Tea')
  await option(2).fill('Coffee')
  goOffline()
  await send.click()
  const waiting = page.getByRole('article', { name: /^Waiting post/ })
  await expect.element(waiting.getByRole('group', { name: 'Poll' })).toMatchTextContent('Tea')
  await waiting.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit waiting post' })
  await expect.element(option(2)).toHaveValue('Coffee')
  await dialog.getByRole('textbox', { name: 'Post text' }).fill('Tea or what?')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect.element(waiting).toMatchTextContent('Coffee')
  goOnline()
  await expect.element(card('Tea or what?').getByRole('radio', { name: 'Coffee' })).toBeVisible()
})
