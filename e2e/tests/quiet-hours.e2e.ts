import { makePerson } from '../support/api.ts'
import { test } from '../support/night.ts'
import { expectUnread } from '../support/notifications.ts'
import { clickAndSave } from '../support/posts.ts'
import { expect } from '../support/test.ts'
import { LONG } from '../support/where.ts'

const SAVED = '/api/notifications/settings'

test.use({ timezoneId: 'UTC' })

test('what happens in quiet hours reaches a device after them, as one summary', LONG, async ({ night, openAs }) => {
  const { api, address, service, moveTo } = night
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  const post = await api.writePost(ann, 'Good night')
  const phone = service.subscribe(await night.pushKey(ann))
  await night.subscribe(ann, phone.subscription)
  const page = await openAs(ann, address)
  await page.goto(`${address}/settings/notifications`)
  await clickAndSave(page, page.getByRole('switch', { name: 'Quiet hours' }), SAVED)
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('UTC')

  // The bell counts at night too.
  await api.like(post, bob)
  await api.follow(ann, bob)
  await expectUnread(page, 2)
  await moveTo(6, 55)
  await api.comment(post, bob, 'Good morning')
  await expectUnread(page, 3)
  await moveTo(7, 1)
  // The change makes the server look; without one it does so every half minute.
  await clickAndSave(page, page.getByRole('switch', { name: 'Do not show who did what' }), SAVED)
  const sent = () => phone.messages.map(({ payload }) => JSON.parse(payload) as { title?: string; unread: number })
  await expect.poll(() => sent().length).toBeGreaterThan(0)
  expect(sent()).toEqual([expect.objectContaining({ title: 'You have 3 new notifications', unread: 3 })])
  expect(service.problems).toEqual([])

  // After them, each is sent as it happens.
  const carl = await api.signUp(makePerson('Carl'))
  await api.follow(ann, carl)
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()[1]?.title).toBe('You have a new notification')
})
