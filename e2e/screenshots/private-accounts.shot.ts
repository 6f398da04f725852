import { makePerson } from '../support/api.ts'
import { longNamed, signUpCast } from '../support/cast.ts'
import { test } from '../support/moderated.ts'
import { shoot } from '../support/shoot.ts'
import { expect } from '../support/test.ts'

const CLOSED = /^This account is private/

test('private accounts', async ({ api, openAs }) => {
  const owner = await api.signUp(longNamed())
  const [reader, asking] = [await api.signUp(makePerson('Rea')), await api.signUp(longNamed())]
  const cast = await signUpCast(api)
  await api.editProfile(owner, { bio: 'Walks, bread, and birds that are not in the book.' })
  await api.writePost(owner, 'Only for those who walk with us.')
  for (const other of [reader, ...cast.slice(0, 3)]) await api.follow(owner, other)
  await api.follow(cast[0] ?? reader, owner)

  const own = await openAs(owner)
  await own.goto('/settings')
  await expect(own.getByRole('switch', { name: 'Private account' })).toBeVisible()
  await shoot(own, 'private-settings-public')
  await api.setPrivate(owner, true)
  await own.goto('/settings/follow-requests')
  await expect(own.getByText('Nobody is asking to follow you.')).toBeVisible()
  await shoot(own, 'private-requests-empty')
  for (const other of [asking, ...cast.slice(3)]) await api.follow(owner, other)
  await own.goto('/settings')
  await expect(own.getByRole('link', { name: /^Follow requests/ })).toBeVisible()
  await shoot(own, 'private-settings', { fullPage: true })
  await own.getByRole('switch', { name: 'Private account' }).click()
  await expect(own.getByRole('dialog')).toBeVisible()
  await shoot(own, 'private-become-public')
  await own.goto('/settings/follow-requests')
  await expect(own.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await shoot(own, 'private-requests')
  await own.goto(`/profile/${owner.username}`)
  await expect(own.getByRole('main').getByRole('link', { name: /follow requests/ })).toBeVisible()
  await shoot(own, 'private-own-profile')
  await own.getByRole('button', { name: /Followers$/ }).click()
  await own
    .getByRole('button', { name: /^Options for/ })
    .first()
    .click()
  await expect(own.getByRole('menuitem')).toBeVisible()
  await shoot(own, 'private-followers')
  await own.getByRole('menuitem').click()
  await expect(own.getByRole('dialog', { name: /^Remove/ })).toBeVisible()
  await shoot(own, 'private-remove-follower')

  const reading = await openAs(reader)
  await reading.goto(`/profile/${owner.username}`)
  await expect(reading.getByRole('article')).toBeVisible()
  await shoot(reading, 'private-profile-follower')
  await reading.getByRole('main').getByRole('button', { name: 'Following', exact: true }).click()
  await expect(reading.getByRole('dialog')).toBeVisible()
  await shoot(reading, 'private-unfollow')
  await reading.getByRole('button', { name: 'Unfollow' }).click()
  await expect(reading.getByText(CLOSED)).toBeVisible()
  await shoot(reading, 'private-profile-closed')
  await reading.getByRole('button', { name: /Followers$/ }).click()
  await expect(reading.getByRole('dialog').getByText(CLOSED)).toBeVisible()
  await shoot(reading, 'private-dialog-closed')
  await reading.keyboard.press('Escape')
  await reading.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(reading.getByRole('main').getByRole('button', { name: 'Requested', exact: true })).toBeVisible()
  await shoot(reading, 'private-profile-requested')
})

test('a guest', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/settings')
  await expect(page.getByRole('switch')).toBeVisible()
  await shoot(page, 'private-guest')
})

test('a limited member', async ({ openAs, moderated }) => {
  const { address, api, owner, author, reporter } = moderated
  const report = await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
  await api.decide([report], ['limit'], owner)
  const page = await openAs(reporter, address)
  await page.goto(`${address}/profile/${author.username}`)
  await expect(page.getByText('Only followers can see these posts.')).toBeVisible()
  await shoot(page, 'private-profile-limited')
})
