import { expect, type Locator, type Page } from '@playwright/test'

/** The link of the navigation. */
export function bell(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ })
}

/** Expects so many unread notifications, without a reload, in the navigation and the title of the page. */
export async function expectUnread(page: Page, count: number): Promise<void> {
  const shown = count > 99 ? '99+' : String(count)
  await expect(bell(page)).toHaveAccessibleName(count === 0 ? 'Notifications' : `Notifications, ${shown} unread`)
  await expect(page).toHaveTitle(count === 0 ? /^[^(]/ : new RegExp(`^\\(${shown.replace('+', '\\+')}\\) `))
}

/** The rows of the list, the latest first. */
export function rows(page: Page): Locator {
  return page
    .getByRole('list', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ has: page.locator('time') })
}
