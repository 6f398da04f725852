import { makePerson } from '../support/api.ts'
import { createGate, holdBack } from '../support/gate.ts'
import { pressOn } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { CLOSED, followButton } from '../support/private-accounts.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test('to unfollow a private member needs a confirmation, and hides their posts', async ({ api, openAs }) => {
  const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
  await api.follow(owner, reader)
  await api.writePost(owner, 'For friends')
  await api.setPrivate(owner, true)
  const page = await openAs(reader)
  await page.goto(`/profile/${owner.username}`)
  await expect(card(page, 'For friends')).toBeVisible()
  await pressOn(page, followButton(page, 'Following'))
  const dialog = page.getByRole('dialog', { name: `Unfollow @${owner.username}?` })
  await expect(dialog).toContainText('You will have to ask again')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(followButton(page, 'Following')).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Unfollow' }).click()
  await expect(page.getByText(CLOSED)).toBeVisible()
  await expect(followButton(page, 'Follow')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()
})

test('rapid taps on the follow button of a private member end in the last state', PHONE, async ({ api, openAs }) => {
  const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
  await api.setPrivate(owner, true)
  const page = await openAs(reader)
  await page.goto(`/profile/${owner.username}`)
  const sent: string[] = []
  page.on('request', (request) => {
    const [, action] = /users\/(follow|unfollow)\//.exec(request.url()) ?? []
    if (action) sent.push(action)
  })
  const gate = await holdBack(page, /\/api\/users\/follow\//)
  // Taps before the first one is sent, which needs the device's rows, may take each other back.
  const first = page.waitForRequest(/\/api\/users\/follow\//)
  await followButton(page, 'Follow').click()
  await first
  await followButton(page, 'Requested').click()
  await followButton(page, 'Follow').click()
  await followButton(page, 'Requested').click()
  const undone = page.waitForResponse(/\/api\/users\/unfollow\//)
  gate.open()
  await undone
  await expect(followButton(page, 'Follow')).toBeVisible()
  expect(sent).toEqual(['follow', 'unfollow'])
  await page.reload()
  await expect(followButton(page, 'Follow')).toBeVisible()
})

test(
  'an answer that fails brings the request back, and the list grows page by page',
  PHONE,
  async ({ api, openAs, noise }) => {
    noise.expect(/ERR_FAILED/, /cannot be reached/)
    const owner = await api.signUp(makePerson('Olga'))
    await api.setPrivate(owner, true)
    for (let count = 0; count < 22; count++) await api.follow(owner, await api.signUp(makePerson('Rea')))
    const page = await openAs(owner)
    await page.goto('/settings/follow-requests')
    const entries = page.getByRole('list', { name: 'Follow requests' }).getByRole('listitem')
    await expect(entries.first()).toBeVisible()
    const first = await entries.first().getByText(/^@/).textContent()
    const gate = createGate()
    await page.route(/\/accept/, async (route) => {
      await gate.opened
      await route.abort()
    })
    await entries.first().getByRole('button', { name: 'Accept' }).click()
    await expect(entries.first()).not.toContainText(first ?? '')
    gate.open()
    await expect(entries.first()).toContainText(first ?? '')
    await entries.last().scrollIntoViewIfNeeded()
    await expect(entries).toHaveCount(22)
  },
)
