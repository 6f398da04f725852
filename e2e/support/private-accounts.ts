import { expect, type Locator, type Page } from '@playwright/test'
import type { Api, Member } from './api.ts'

/** What a private profile says to those who do not follow. */
export const CLOSED = 'This account is private. Follow to ask for access to posts.'

/** The button of a profile. */
export function followButton(page: Page, name: 'Follow' | 'Requested' | 'Following'): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: true })
}

/** Has a member follow the reader, and opens their profile, in a tab that is known to receive live events. */
export async function openLive(page: Page, api: Api, { of, reader }: { of: Member; reader: Member }): Promise<void> {
  await page.goto(`/profile/${reader.username}`)
  await expect(page.getByRole('button', { name: '0 Followers' })).toBeVisible()
  await api.follow(reader, of)
  await page.getByRole('button', { name: '1 Followers' }).click()
  await page.getByRole('dialog').getByRole('link').click()
  await expect(page).toHaveURL(`/profile/${of.username}`)
}

/** Opens the list of requests, of which there is one, by the links that have their number. */
export async function openRequests(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile, 1 follow request' }).click()
  await page.getByRole('main').getByRole('link', { name: '1 follow request' }).click()
  await expect(page).toHaveURL('/settings/follow-requests')
}
