import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { expectUnread, rows } from '../support/notifications.ts'
import { clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { PHONE, PHONE_IN_LONG } from '../support/where.ts'

const SAVED = '/api/notifications/settings'

test('settings are saved at once, and stay', PHONE_IN_LONG, async ({ api, openAs }) => {
  const page = await openAs(await api.signUp(makePerson('Ann')))
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await expect(page).toHaveURL('/settings/notifications')
  await clickAndSave(page, page.getByRole('checkbox', { name: 'Likes in the list' }), SAVED)
  await clickAndSave(page, page.getByRole('checkbox', { name: 'Mentions as push messages' }), SAVED)
  const saved = () => page.waitForResponse((response) => response.url().includes(SAVED))
  let answer = saved()
  await page.getByRole('combobox', { name: 'Follows from' }).selectOption('People I follow')
  await answer
  await clickAndSave(page, page.getByRole('switch', { name: 'Do not show who did what' }), SAVED)
  await clickAndSave(page, page.getByRole('switch', { name: 'Quiet hours' }), SAVED)
  answer = saved()
  await page.getByLabel('Monday, start').fill('21:30')
  await answer
  await clickAndSave(page, page.getByRole('checkbox', { name: 'Sunday' }), SAVED)
  answer = saved()
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Vienna')
  await answer
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Likes in the list' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Likes as push messages' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Mentions as push messages' })).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Follows from' })).toHaveValue('followed')
  await expect(page.getByRole('switch', { name: 'Do not show who did what' })).toBeChecked()
  await expect(page.getByLabel('Monday, start')).toHaveValue('21:30')
  await expect(page.getByLabel('Monday, end')).toHaveValue('07:00')
  await expect(page.getByLabel('Tuesday, start')).toHaveValue('22:00')
  await expect(page.getByLabel('Sunday, start')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Vienna')
  await page.getByRole('button', { name: 'Every night 22:00–07:00' }).click()
  await expect(page.getByLabel('Sunday, start')).toHaveValue('22:00')
  await expect(page.getByLabel('Monday, start')).toHaveValue('22:00')
})

test('a kind that is not in the list is not counted either', async ({ api, openAs }) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  const post = await api.writePost(ann, 'Liked in silence')
  const page = await openAs(ann)
  await page.goto('/settings/notifications')
  await clickAndSave(page, page.getByRole('checkbox', { name: 'Likes in the list' }), SAVED)
  await api.like(post, bob)
  await api.follow(ann, bob)
  await expectUnread(page, 1)
  await visit(page, '/notifications')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Bob Mallard followed you')
})

test('a setting that cannot be saved goes back, and a toast says so', PHONE, async ({ api, openAs, noise }) => {
  noise.expect(/ERR_FAILED/, /cannot be reached/)
  const page = await openAs(await api.signUp(makePerson('Ann')))
  await page.goto('/settings/notifications')
  const likes = page.getByRole('checkbox', { name: 'Likes in the list' })
  await expect(likes).toBeChecked()
  await page.route(`**${SAVED}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  const failed = page.waitForEvent('requestfailed')
  await likes.click()
  await failed
  await expect(likes).toBeChecked()
})

test('the shared guest account is told that its settings stay as they are', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await visit(page, '/settings/notifications')
  await expect(page.getByText('so its settings stay as they are')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Likes in the list' })).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeDisabled()
})

test('the notifications of a post are muted and unmuted from its menu, by its author and by others', async ({
  api,
  openAs,
}) => {
  const [ann, bob, cat] = [
    await api.signUp(makePerson('Ann')),
    await api.signUp(makePerson('Bob')),
    await api.signUp(makePerson('Cat')),
  ]
  const post = await api.writePost(ann, 'Very popular')
  const page = await openAs(ann)
  await page.goto(`/post-detail/${post.id}`)
  const options = page.getByRole('button', { name: 'Post options' })
  const choose = async (name: string) => {
    await options.click()
    await clickAndSave(page, page.getByRole('menuitem', { name }), 'mute/')
  }
  await choose('Mute notifications')
  await api.like(post, bob)
  await api.follow(ann, bob)
  await expectUnread(page, 1)
  await page.reload()
  await choose('Unmute notifications')
  await api.like(post, cat)
  await expectUnread(page, 2)

  const reading = await openAs(bob)
  await reading.goto(`/post-detail/${post.id}`)
  await reading.getByRole('button', { name: 'Post options' }).click()
  await clickAndSave(reading, reading.getByRole('menuitem', { name: 'Mute notifications' }), 'mute/')
  await reading.getByRole('button', { name: 'Post options' }).click()
  await expect(reading.getByRole('menuitem', { name: 'Unmute notifications' })).toBeVisible()
})

test('the page and its settings are used by keyboard alone', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp(makePerson('Ann')))
  await page.goto('/notifications')
  await pressOn(page, page.getByRole('link', { name: 'Notification settings' }))
  await expect(page).toHaveURL('/settings/notifications')
  const likes = page.getByRole('checkbox', { name: 'Likes in the list' })
  await pressOn(page, likes, ' ')
  await expect(likes).not.toBeChecked()
  const from = page.getByRole('combobox', { name: 'Likes from' })
  await tabTo(page, from)
  await page.keyboard.press('ArrowDown')
  await expect(from).toHaveValue('followed')
  await pressOn(page, page.getByRole('switch', { name: 'Quiet hours' }), ' ')
  await expect(page.getByLabel('Monday, start')).toHaveValue('22:00')
})
