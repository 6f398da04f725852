import { makePerson } from '../support/api.ts'
import { expect, fillSignUp, logIn, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test('a visitor is redirected to the login, and then to the requested page', PHONE, async ({ page, api }) => {
  const member = await api.signUp()
  await page.goto('/bookmark')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Quack!' })).toBeVisible()

  await logIn(page, member)
  await expect(page).toHaveURL('/bookmark')
  await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
})

test('signing up leads to the page that the visitor requested', PHONE, async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await fillSignUp(page, makePerson())
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/explore')
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible()
})

test('the guest button signs in with the demo account', PHONE, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test("a wrong password and an unknown name show the server's messages", PHONE, async ({ page, api, noise }) => {
  noise.expect(/status of 40[14].*auth\/login/)
  const member = await api.signUp()
  await page.goto('/login')

  await logIn(page, { ...member, password: 'not the password' })
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('The credentials you entered are invalid. Unauthorized access error.')
  await logIn(page, makePerson())
  await expect(alert).toHaveText('The username you entered is not Registered. Not Found error')
  await logIn(page, member)
  await expect(page).toHaveURL('/')
})

test('passwords that differ are reported before anything is sent', PHONE, async ({ page }) => {
  const person = makePerson()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/signup')
  await fillSignUp(page, person, 'another password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Password and confirm-password do not match')).toBeVisible()
  expect(requests.filter((url) => url.endsWith('/api/auth/signup'))).toEqual([])

  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/')
  expect(requests.filter((url) => url.endsWith('/api/auth/signup'))).toHaveLength(1)
})

test("a taken username shows the server's message", PHONE, async ({ page, api, noise }) => {
  noise.expect(/status of 422.*auth\/signup/)
  const member = await api.signUp()
  await page.goto('/signup')
  await fillSignUp(page, { ...makePerson(), username: member.username.toUpperCase() })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toHaveText('Unprocessable Entity. Username Already Exists.')
})

test('a password can be shown and hidden', PHONE, async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret words')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('logging out leads to the login and ends the session', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('username')])).toEqual([
    null,
    null,
  ])
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})
