import { makePerson } from '../support/api.ts'
import { shoot } from '../support/shoot.ts'
import { expect, fillSignUp, logIn, test } from '../support/test.ts'

test('login', async ({ api, page, openAs, noise }) => {
  noise.expect(/status of 401/, /status of 404/)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await shoot(page, 'login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await shoot(page, 'login-problems')
  await logIn(page, await api.signUp().then((member) => ({ ...member, password: 'not the password' })))
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await page.getByRole('button', { name: /Show password/ }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await shoot(page, 'login-refused')

  const member = await api.signUp()
  const own = await openAs(member)
  await api.logOut(member)
  await own.goto('/bookmark')
  await expect(own).toHaveURL('/login')
  await shoot(own, 'login-ended')
})

test('sign-up', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  await shoot(page, 'sign-up', { fullPage: true })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await shoot(page, 'sign-up-problems', { fullPage: true })
  await fillSignUp(page, makePerson('Ada'), 'something else')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Confirm Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await shoot(page, 'sign-up-mismatch', { fullPage: true })
})

test('one-time link', async ({ page, noise }) => {
  noise.expect(/status of 422/)
  await page.goto('/reset-password/no-such-token')
  await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible()
  await shoot(page, 'reset-password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await shoot(page, 'reset-password-problems')
  await page.getByLabel('New password', { exact: true }).fill('a much better one')
  await page.getByLabel('Confirm new password', { exact: true }).fill('a much better one')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await shoot(page, 'reset-password-refused')
})

test('404', async ({ page, noise }) => {
  noise.expect(/status of 404/)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible()
  await shoot(page, 'not-found')
})
