import { test } from '../support/moderated.ts'
import { rows } from '../support/notifications.ts'
import { expect } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test('the outcome of a report is listed, and leads to the own reports', LONG, async ({ moderated, openAs }) => {
  const { api, address, owner, author, reporter } = moderated
  const report = await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
  const page = await openAs(reporter, address)
  await page.goto(`${address}/notifications`)
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()
  await api.decide([report], ['hide'], owner)
  await expect(rows(page)).toContainText('Your report led to action')
  const kind = page.getByRole('button', { name: 'Reports' })
  await kind.click()
  // The same row of the list of all kinds is about to go: a click on it could be lost.
  await expect(kind).toHaveAttribute('aria-pressed', 'true')
  await rows(page)
    .getByRole('link', { name: /Your report led to action/ })
    .click()
  await expect(page).toHaveURL(`${address}/settings#reports`)
  const section = page.getByRole('region', { name: 'Reports' })
  await expect(section).toBeFocused()
  await expect(section).toBeInViewport()
  await expect(section).toContainText('A moderator has acted')
})
