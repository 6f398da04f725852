import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { card } from '../support/posts.ts'
import { CLOSED, followButton, openLive, openRequests } from '../support/private-accounts.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE, PHONE_IN_LONG, tags } from '../support/where.ts'

test(
  'a member becomes private, accepts a follower who then sees a post with a picture, and removes the follower',
  tags(PHONE_IN_LONG, LONG),
  async ({ api, openAs, photo, noise }) => {
    noise.expect(/status of 40[34]/)
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    const { url } = await api.upload(owner, photo)
    await api.writePost(owner, 'For friends', { mediaUrl: url, type: 'image' })
    const [own, reading] = [await openAs(owner), await openAs(reader)]

    await own.goto('/settings')
    const isPrivate = own.getByRole('switch', { name: 'Private account' })
    await expectToast(own, 'Your account is private', () => isPrivate.check())
    await expect(isPrivate).toBeChecked()

    await openLive(reading, api, { of: owner, reader })
    const head = reading.getByRole('region', { name: 'Olga Mallard', exact: true })
    await expect(head.getByRole('img', { name: 'Private account' })).toBeVisible()
    await expect(head).toContainText('1 Posts')
    await expect(reading.getByText(CLOSED)).toBeVisible()
    await followButton(reading, 'Follow').click()
    await expect(followButton(reading, 'Requested')).toBeVisible()
    await expect(reading.getByText('You see posts as soon as your request is accepted.')).toBeVisible()
    await expect(head.getByRole('button', { name: '0 Followers' })).toBeVisible()

    await openRequests(own)
    const requests = own.getByRole('list', { name: 'Follow requests' }).getByRole('listitem')
    await expect(requests).toContainText(`@${reader.username}`)
    await requests.getByRole('button', { name: 'Accept' }).click()
    await expect(own.getByText('Nobody is asking to follow you.')).toBeVisible()

    await expect(followButton(reading, 'Following')).toBeVisible()
    const post = card(reading, 'For friends')
    const picture = post.locator('img[srcset]')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

    await own.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
    await own.getByRole('button', { name: '1 Followers' }).click()
    await own.getByRole('button', { name: 'Options for Rea Mallard' }).click()
    await own.getByRole('menuitem', { name: 'Remove follower…' }).click()
    const dialog = own.getByRole('dialog', { name: `Remove @${reader.username}?` })
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(own.getByText('No followers')).toBeVisible()
    await expect(dialog).toBeHidden()
    // The focus stays within the list's dialog.
    await expect(own.getByRole('dialog', { name: 'Followers' }).locator(':focus')).toHaveCount(1)

    await expect(reading.getByText(CLOSED)).toBeVisible()
    await expect(post).toHaveCount(0)
    await expect(followButton(reading, 'Follow')).toBeVisible()
  },
)

test(
  'a request that is taken back or rejected opens nothing, and the other tabs of both show it',
  LONG,
  async ({ api, openAs }) => {
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    await api.setPrivate(owner, true)
    const [own, other, reading] = [await openAs(owner), await openAs(owner), await openAs(reader)]
    await own.goto('/')
    await other.goto(`/profile/${owner.username}`)
    await openLive(reading, api, { of: owner, reader })
    const counted = (page: Page) => page.getByRole('link', { name: 'Profile, 1 follow request' })
    await followButton(reading, 'Follow').click()
    for (const tab of [own, other]) await expect(counted(tab)).toBeVisible()
    await followButton(reading, 'Requested').click()
    await expect(followButton(reading, 'Follow')).toBeVisible()
    for (const tab of [own, other]) await expect(counted(tab)).toHaveCount(0)

    await followButton(reading, 'Follow').click()
    await openRequests(own)
    const link = other.getByRole('main').getByRole('link', { name: '1 follow request' })
    await expect(link).toBeVisible()
    await own.getByRole('button', { name: 'Reject' }).click()
    await expect(own.getByText('Nobody is asking to follow you.')).toBeVisible()
    await expect(own.getByRole('main')).toBeFocused()
    await expect(link).toHaveCount(0)
    await expect(followButton(reading, 'Follow')).toBeVisible()
    await expect(reading.getByText(CLOSED)).toBeVisible()
  },
)

test(
  'becoming public needs a confirmation, and accepts the requests that wait',
  tags(PHONE, LONG),
  async ({ api, openAs }) => {
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    await api.writePost(owner, 'For friends')
    await api.setPrivate(owner, true)
    const [own, reading] = [await openAs(owner), await openAs(reader)]
    await openLive(reading, api, { of: owner, reader })
    await followButton(reading, 'Follow').click()
    await own.goto('/settings')
    await expect(own.getByRole('link', { name: 'Follow requests 1 waiting' })).toBeVisible()
    const isPrivate = own.getByRole('switch', { name: 'Private account' })
    await isPrivate.click()
    const dialog = own.getByRole('dialog', { name: 'Make your account public?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(isPrivate).toBeChecked()
    await isPrivate.click()
    const makePublic = dialog.getByRole('button', { name: 'Make public' })
    await expectToast(own, 'Your account is public', () => makePublic.click())
    await expect(isPrivate).not.toBeChecked()
    await expect(own.getByRole('link', { name: /^Follow requests/ })).toHaveCount(0)

    await expect(followButton(reading, 'Following')).toBeVisible()
    await expect(card(reading, 'For friends')).toBeVisible()
    await expect(reading.getByRole('img', { name: 'Private account' })).toHaveCount(0)
  },
)

test('the shared guest cannot become private', LONG, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await visit(page, '/settings')
  const section = page.getByRole('region', { name: 'Guest account' })
  await expect(section).toContainText('nor become private')
  await expect(section.getByRole('switch', { name: 'Private account' })).toBeDisabled()
})
