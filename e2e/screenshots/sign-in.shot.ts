import type { Page } from '@playwright/test'
import { codeAt, startAuthenticators } from '../support/authenticator.ts'
import { shoot } from '../support/shoot.ts'
import { expect, logIn, test } from '../support/test.ts'

/** Where the bars do not cover what is in the middle. */
const fromTop = (page: Page) => ({ fullPage: true, before: () => page.evaluate(() => window.scrollTo(0, 0)) })

test('passkeys and the second factor', async ({ api, openAs, baseURL, noise }) => {
  noise.expect(/status of 401/)
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  const member = await api.signUp()
  await api.signInAgain(member)
  const page = await openAs(member, origin)
  const authenticators = await startAuthenticators(page)
  await authenticators.add('internal')
  await page.goto(`${origin}/settings/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByLabel('Name of the passkey')).toBeFocused()
  await shoot(page, 'security-passkey', fromTop(page))
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = await page.getByRole('code').innerText()
  await shoot(page, 'security-set-up', fromTop(page))
  await page.getByLabel('Code that the app shows').fill(codeAt(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await shoot(page, 'security-codes', fromTop(page))
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('It is on.')).toBeVisible()
  await shoot(page, 'security-on', fromTop(page))

  const visitor = await openAs({ ...member, token: '', username: '' }, origin)
  await visitor.goto(`${origin}/login`)
  await expect(visitor.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await shoot(visitor, 'login-passkey')
  await logIn(visitor, member)
  await visitor.getByLabel('Code', { exact: true }).fill('000000')
  await visitor.getByRole('button', { name: 'Continue' }).click()
  await expect(visitor.getByText('This code is wrong or was used already.')).toBeVisible()
  await shoot(visitor, 'login-code')
  await visitor.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(visitor.getByLabel('Recovery code')).toBeVisible()
  await shoot(visitor, 'login-recovery')
})
