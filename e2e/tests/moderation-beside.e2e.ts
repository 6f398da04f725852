import { expectAccessible } from '../support/axe.ts'
import { test } from '../support/moderated.ts'
import { expect } from '../support/test.ts'

test('from 1024 pixels on, a report opens beside the list, and the focus goes there and back', async ({
  openAs,
  moderated,
}) => {
  const { address, api, owner, author, reporter } = moderated
  await api.report(await api.writePost(author, 'Buy my ducks'), reporter, 'He writes this every day')
  await api.report(await api.writePost(reporter, 'Geese are better'), author)
  const page = await openAs(owner, address)
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(`${address}/moderation`)
  const list = page.getByRole('list', { name: 'Reports' })
  const row = list.getByRole('listitem').filter({ hasText: 'Buy my ducks' })
  const opener = row.getByRole('button', { name: /^Open the report/ })
  const heading = page.getByRole('heading', { name: /^Post by/ })

  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await expect(page.getByText('He writes this every day')).toBeInViewport()
  await expect(row).toBeInViewport()
  await expect(row).toHaveAttribute('aria-current', 'true')
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
  await expectAccessible(page)

  // Another one takes its place.
  const other = list.getByRole('listitem').filter({ hasText: 'Geese are better' })
  await other.getByRole('button', { name: /^Open the report/ }).press('Enter')
  await expect(page.getByText('He writes this every day')).toBeHidden()
  await expect(heading).toBeFocused()
  await page.goBack()
  await expect(page.getByText('He writes this every day')).toBeVisible()
  await expect(heading).toBeFocused()

  await page.getByRole('button', { name: 'Close the report' }).press('Enter')
  await expect(heading).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: 'Decide' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(heading).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a narrower screen, a report opens in place of the list', async ({ openAs, moderated }) => {
  const { address, api, owner, author, reporter } = moderated
  await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
  const page = await openAs(owner, address)
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.goto(`${address}/moderation`)
  const list = page.getByRole('list', { name: 'Reports' })
  const opener = list.getByRole('button', { name: /^Open the report/ })
  await opener.press('Enter')
  await expect(page.getByRole('heading', { name: /^Post by/ })).toBeFocused()
  await expect(list).toBeHidden()
  await page.getByRole('button', { name: 'All reports' }).press('Enter')
  await expect(opener).toBeFocused()
})
