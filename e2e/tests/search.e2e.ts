import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'
import { BOTH } from '../support/where.ts'

test('the search has no accessibility violations', BOTH, async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  for (const path of ['/search', '/search?q=nobodysaysthis', '/search?q=nobodysaysthis&tab=people']) {
    await page.goto(path)
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible()
    await expectAccessible(page)
  }
})
