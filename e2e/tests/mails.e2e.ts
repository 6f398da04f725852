import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { type MailingProduct, startMailingProduct } from '../support/mailing-product.ts'
import { test as base, expect, fillSignUp, logIn } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'

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

test('a member confirms the address, changes it, and sets a new password, each by a mailed link', async ({
  product: { address: origin, linkTo, unsubscribeOf },
  page,
  noise,
}) => {
  noise.expect(/status of (401|422)/)
  const person = makePerson('Ada')
  const section = page.getByRole('region', { name: 'E-mail' })
  const digest = page.getByRole('region', { name: 'Mail', exact: true })
  let memberId = ''
  const confirm = async (link: string) => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByText('Your e-mail address is confirmed.')).toBeFocused()
  }

  await test.step('the address of the sign-up', async () => {
    await page.goto(`${origin}/signup`)
    await fillSignUp(page, person)
    const answer = page.waitForResponse('**/api/auth/signup')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    memberId = ((await (await answer).json()) as { createdUser: { _id: string } }).createdUser._id
    await expect(page).toHaveURL(`${origin}/`)
    const link = await linkTo(person.email, 'Please confirm your e-mail address')
    await page.goto(`${origin}/settings/security`)
    await expect(section).toContainText(`${person.email} · not confirmed`)
    await page.goto(`${origin}/settings/notifications`)
    await expect(digest).toContainText(`Your address ${person.email} is not confirmed`)
    await confirm(link)
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('alert')).toHaveText(/no longer valid/)
  })

  await test.step('another address, which counts once its link was opened', async () => {
    await page.goto(`${origin}/settings/security`)
    await section.getByLabel('New e-mail address').fill(NEW_ADDRESS)
    await expectToast(page, 'Please open the link that was sent there', () =>
      section.getByRole('button', { name: 'Change address' }).click(),
    )
    await expect(section).toContainText(`${person.email} · confirmed`)
    await expect(section).toContainText(`the link that was sent to ${NEW_ADDRESS}`)
    await expectAccessible(page)
    await confirm(await linkTo(NEW_ADDRESS, 'Please confirm your e-mail address'))
    await page.goto(await linkTo(person.email, 'Your e-mail address was changed'))
    await expect(section).toContainText(`${NEW_ADDRESS} · confirmed`)
  })

  await test.step('a digest, which a link ends', async () => {
    const address = page.waitForResponse('**/api/account/email')
    await page.goto(`${origin}/settings/notifications`)
    await expect(digest.getByLabel('How often')).toHaveValue('off')
    await (await address).finished()
    await expect(digest).not.toContainText('not confirmed')
    const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
    await digest.getByLabel('How often').selectOption('Daily')
    await saved
    await expectAccessible(page)
    await page.goto(await unsubscribeOf(memberId))
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You get no more digests by mail.')).toBeFocused()
    await page.getByRole('link', { name: 'Notification settings' }).click()
    await expect(digest.getByLabel('How often')).toHaveValue('off')
    await page.goto(`${origin}/unsubscribe?token=${memberId}.wrong`)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('alert')).toHaveText(/This link is not valid/)
    await page.goto(`${origin}/settings/security`)
  })

  await test.step('a forgotten password', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Username or e-mail address').fill(NEW_ADDRESS)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('a link to set a new password is on its way')).toBeFocused()
    const link = await linkTo(NEW_ADDRESS, 'Set a new password')
    const choose = async () => {
      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill(NEW)
      await page.getByLabel('Confirm new password', { exact: true }).fill(NEW)
      await page.getByRole('button', { name: 'Set password' }).click()
    }
    await expectToast(page, 'Your new password is set', choose)
    await logIn(page, { ...person, password: NEW })
    await expect(page).toHaveURL(`${origin}/`)
    await choose()
    await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
  })
})

test.describe('where addresses have to be confirmed', () => {
  test.use({ environment: { REQUIRE_CONFIRMED_EMAIL: 'on' } })

  test('a new member opens the mailed link, and then logs in', async ({
    product: { address: origin, linkTo },
    page,
    noise,
  }) => {
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

    await page.goto(await linkTo(person.email, 'Please confirm your e-mail address'))
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByText('Your e-mail address is confirmed.')).toBeFocused()
    await page.getByRole('link', { name: 'Go to Login' }).click()
    await logIn(page, person)
    await expect(page).toHaveURL(`${origin}/`)
    await expect(page.getByRole('form', { name: 'New post' })).toBeVisible()
  })
})
