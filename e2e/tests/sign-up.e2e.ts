import { makePerson } from '../support/api.ts'
import { expect, fillSignUp, test } from '../support/test.ts'

const FIELDS = ['First Name', 'Last Name', 'Email', 'Username', 'Password', 'Confirm Password']

test('the sign-up has its fields; a refused form focuses its first problem, which disappears once it is corrected', async ({
  page,
}) => {
  await page.goto('/signup')
  for (const label of FIELDS) await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  for (const label of ['Password', 'Confirm Password']) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('minlength', '8')
  }
  const terms = page.getByRole('checkbox', { name: 'I accept all terms and conditions' })
  await expect(terms).not.toBeChecked()
  await expect(terms).toHaveAttribute('required')
  for (const label of ['password', 'confirm password']) {
    const field = page.getByLabel(label === 'password' ? 'Password' : 'Confirm Password', { exact: true })
    await page.getByRole('button', { name: `Show ${label}`, exact: true }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: `Hide ${label}`, exact: true }).click()
    await expect(field).toHaveAttribute('type', 'password')
  }

  const [first, last] = [page.getByLabel('First Name'), page.getByLabel('Last Name')]
  await last.fill('x')
  await expect(last).not.toHaveAttribute('aria-invalid')
  await last.fill('')
  await expect(last).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('Enter your first name')
  await first.fill('Ada')
  await expect(first).not.toHaveAttribute('aria-invalid')
  await expect(last).toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
})

test('every field and the terms are required, then a member without a requested page is at Home, with a session and a default avatar', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  const send = page.getByRole('button', { name: 'Sign Up' })
  await page.goto('/signup')
  await send.click()
  for (const label of FIELDS.slice(0, -1)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }

  const person = makePerson('Dot')
  await fillSignUp(page, { ...person, password: 'seven77' })
  await send.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Use at least 8 characters$/)
  await fillSignUp(page, { ...person, email: 'no address' })
  await send.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter an email address, like name@example.com')
  await fillSignUp(page, person)
  const terms = page.getByRole('checkbox', { name: 'I accept all terms and conditions' })
  await terms.uncheck()
  await send.click()
  await expect(terms).toHaveAccessibleDescription('Please accept the terms and conditions')
  expect(sent).not.toContain('/api/auth/signup')

  await terms.check()
  await send.click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('username'))).toBe(person.username)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  const head = page.getByRole('region', { name: 'Dot Mallard', exact: true })
  await expect(head.locator('img')).toHaveAttribute('src', /\/avatars\/duck-[123]\.webp/)
})
