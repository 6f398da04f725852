import { makePerson } from '../support/api.ts'
import { card, clickAndSave } from '../support/posts.ts'
import { openLink, scrollTo } from '../support/scroll.ts'
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
  'signing up leads to the page that the visitor requested, and to members to follow; a refusal before that says why',
  PHONE,
  async ({ page, api, noise }) => {
    noise.expect(/status of 422.*auth\/signup/)
    const [person, member, known] = [makePerson(), await api.signUp(), await api.signUp()]
    await api.follow(member, known)
    await api.writePost(member, `To be followed: ${member.username}`)
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

    const main = page.getByRole('main')
    const suggested = main.getByRole('region', { name: 'Who to follow' })
    const more = suggested.getByRole('link', { name: 'Show more people to follow' })
    await scrollTo(page, more)
    await openLink(page, more, /\/who-to-follow$/)
    await expect(page.getByRole('heading', { name: 'Who to follow', level: 1 })).toBeVisible()
    await expect(main.getByRole('listitem').getByRole('button', { name: 'Follow', exact: true }).first()).toBeVisible()

    // Somebody without posts leaves Home empty, and makes the member the first suggestion.
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await api.follow(known, { ...person, _id: '', token })
    await page.goto('/')
    await expect(main.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()
    const row = suggested.getByRole('listitem').filter({ hasText: `@${member.username}` })
    await clickAndSave(page, row.getByRole('button', { name: 'Follow', exact: true }), '/follow')
    await expect(card(page, `To be followed: ${member.username}`)).toBeVisible()
    await expect(suggested).toHaveCount(0)
  },
)

test('the guest button signs in with the demo account', PHONE, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})
