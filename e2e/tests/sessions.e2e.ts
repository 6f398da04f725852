import { makePerson } from '../support/api.ts'
import { expect, fillSignUp, logIn, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test(
  'a visitor is redirected to the login, and then to the requested page; a log-in that fails says why',
  PHONE,
  async ({ page, api, noise }) => {
    noise.expect(/status of 40[14].*auth\/login/)
    const member = await api.signUp()
    await page.goto('/bookmark')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Welcome to Quack!' })).toBeVisible()

    const password = page.getByLabel('Password', { exact: true })
    await password.fill('secret words')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')

    await logIn(page, { ...member, password: 'not the password' })
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('The credentials you entered are invalid. Unauthorized access error.')
    await logIn(page, makePerson())
    await expect(alert).toHaveText('The username you entered is not Registered. Not Found error')
    await logIn(page, member)
    await expect(page).toHaveURL('/bookmark')
    await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
  },
)

test(
  'signing up leads to the page that the visitor requested; a refusal before that says why',
  PHONE,
  async ({ page, api, noise }) => {
    noise.expect(/status of 422.*auth\/signup/)
    const [person, member] = [makePerson(), await api.signUp()]
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/signup')) requests.push(request.url())
    })
    await page.goto('/explore')
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await fillSignUp(page, person, 'another password')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Password and confirm-password do not match')).toBeVisible()
    expect(requests).toEqual([])

    await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
    await page.getByLabel('Username').fill(member.username.toUpperCase())
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toHaveText('Unprocessable Entity. Username Already Exists.')
    expect(requests).toHaveLength(1)

    await page.getByLabel('Username').fill(person.username)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/explore')
    await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible()
  },
)

test('the guest button signs in with the demo account', PHONE, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})
