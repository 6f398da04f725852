import { describe, expect } from 'vitest'
import { page } from 'vitest/browser'
import { test } from '../../test/component-test.ts'
import { renderScreen } from '../../test/render-screen.tsx'

describe('what does not exist', () => {
  test('an unknown path shows the 404 page and a way home', async ({ api }) => {
    await renderScreen('/no/such/page', { member: await api.signUp() })
    await expect.element(page.getByRole('heading', { name: 'Error 404' })).toBeVisible()
    await expect.element(page.getByText('The page you are searching for does not exist')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect.element(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    expect(location.pathname).toBe('/')
  })

  test('the pages of a post and of a member that do not exist say so', async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const screen = await renderScreen('/post-detail/nothing-here', { member: await api.signUp() })
    await expect.element(page.getByText('There is no such post. It may have been deleted.')).toBeVisible()
    await screen.open('/profile/nobody-at-all')
    await expect.element(page.getByText('There is no such member.')).toBeVisible()
  })
})
