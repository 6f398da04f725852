import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { type MailingProduct, startMailingProduct } from '../support/mailing-product.ts'
import { test as base, expect, fillSignUp, logIn } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

const NEW = 'a much better one'
const NEW_ADDRESS = 'new.address@example.com'

const test = base.extend<{ environment: Record<string, string>; product: MailingProduct }>({
  environment: [{}, { option: true }],
  product: async ({ playwright, browser, environment }, use) => {
    const product = await startMailingProduct(playwright, environment)
    await use(product)
    await Promise.all(browser.contexts().map((context) => context.close()))
    await product.stop()
  },
})

const emailSection = (page: Page) => page.getByRole('region', { name: 'E-mail' })

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeFocused()
}

test(
  'a member confirms the address, and sets a new password, each by a mailed link',
  LONG,
  async ({ product: { address: origin, api, linkTo }, openAs, noise }) => {
    noise.expect(/status of 422/)
    const member = await api.signUp(makePerson('Ada'))
    const page = await openAs(member, origin)

    await test.step('the address of the sign-up', async () => {
      await page.goto(`${origin}/settings/security`)
      await expect(emailSection(page)).toContainText(`${member.email} · not confirmed`)
      await visit(page, await linkTo(member.email, 'Please confirm your e-mail address'))
      await confirm(page)
      await visit(page, `${origin}/settings/security`)
      await expect(emailSection(page)).toContainText(`${member.email} · confirmed`)
    })

    await test.step('a forgotten password', async () => {
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByLabel('Username or e-mail address').fill(member.email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByText('a link to set a new password is on its way')).toBeFocused()
      const link = await linkTo(member.email, 'Set a new password')
      const choose = async () => {
        await visit(page, link)
        await page.getByLabel('New password', { exact: true }).fill(NEW)
        await page.getByLabel('Confirm new password', { exact: true }).fill(NEW)
        await page.getByRole('button', { name: 'Set password' }).click()
      }
      await choose()
      await expect(page).toHaveURL(`${origin}/login`)
      await logIn(page, { ...member, password: NEW })
      // What else lets somebody in is looked at first.
      await expect(page).toHaveURL(`${origin}/settings/security?review`)
      await expect(page.getByText('remove what you do not know')).toBeVisible()
      await choose()
      await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
    })
  },
)

test(
  'another address counts once its link was opened; a link ends the digest',
  LONG,
  async ({ product: { address: origin, api, linkTo, unsubscribeOf }, openAs }) => {
    const member = await api.signUp(makePerson('Ada'))
    const page = await openAs(member, origin)
    const section = emailSection(page)
    const digest = page.getByRole('region', { name: 'Mail', exact: true })
    await page.goto(`${origin}/settings/notifications`)
    await expect(digest).toContainText(`Your address ${member.email} is not confirmed`)
    await visit(page, await linkTo(member.email, 'Please confirm your e-mail address'))
    await confirm(page)

    await test.step('another address', async () => {
      await visit(page, `${origin}/settings/security`)
      await section.getByLabel('New e-mail address').fill(NEW_ADDRESS)
      await section.getByRole('button', { name: 'Change address' }).click()
      await expect(section).toContainText(`${member.email} · confirmed`)
      await expect(section).toContainText(`the link that was sent to ${NEW_ADDRESS}`)
      await expectAccessible(page)
      await visit(page, await linkTo(NEW_ADDRESS, 'Please confirm your e-mail address'))
      await confirm(page)
      await page.goto(await linkTo(member.email, 'Your e-mail address was changed'))
      await expect(section).toContainText(`${NEW_ADDRESS} · confirmed`)
    })

    await test.step('a digest, which a link ends', async () => {
      await visit(page, `${origin}/settings/notifications`)
      await expect(digest.getByLabel('How often')).toHaveValue('off')
      await expect(digest).not.toContainText('not confirmed')
      const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
      await digest.getByLabel('How often').selectOption('Daily')
      await saved
      await expectAccessible(page)
      await visit(page, await unsubscribeOf(member._id))
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByText('You get no more digests by mail.')).toBeFocused()
      await page.getByRole('link', { name: 'Notification settings' }).click()
      await expect(digest.getByLabel('How often')).toHaveValue('off')
    })
  },
)

test.describe('where addresses have to be confirmed', () => {
  test.use({ environment: { REQUIRE_CONFIRMED_EMAIL: 'on' } })

  test(
    'a new member opens the mailed link, and then logs in',
    LONG,
    async ({ product: { address: origin, linkTo }, page, noise }) => {
      noise.expect(/status of 403/)
      const person = makePerson('Ada')
      await page.goto(`${origin}/signup`)
      await fillSignUp(page, person)
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(`We have sent a link to ${person.email}.`)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Login' }).click()
      await logIn(page, person)
      await expect(page.getByRole('alert')).toContainText('Please confirm your e-mail address first.')

      await visit(page, await linkTo(person.email, 'Please confirm your e-mail address'))
      await page.getByRole('button', { name: 'Confirm address' }).click()
      await expect(page.getByText('Your e-mail address is confirmed.')).toBeFocused()
      await page.getByRole('link', { name: 'Go to Login' }).click()
      await logIn(page, person)
      await expect(page).toHaveURL(`${origin}/`)
      await expect(page.getByRole('form', { name: 'New post' })).toBeVisible()
    },
  )
})
