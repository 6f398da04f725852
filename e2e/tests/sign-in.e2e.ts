import type { Page } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import { makePerson } from '../support/api.ts'
import { codeAt, startAuthenticators, stopAutofill } from '../support/authenticator.ts'
import { expectAccessible } from '../support/axe.ts'
import { startOwnProduct } from '../support/own-product.ts'
import { makeServerClock, type ServerClock } from '../support/server-clock.ts'
import { test as base, expect, logIn } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

const MINUTE_MS = 60_000
/** The life of a code of an authenticator app. */
const STEP_MS = 30_000
const NEW = 'a much better one'
/** Of the operator. */
const CONTACT = 'help@example.com'

interface Installation extends Awaited<ReturnType<typeof startOwnProduct>> {
  /** Browsers refuse passkeys at an IP address. */
  readonly origin: string
  readonly clock: ServerClock
}

const test = base.extend<{ installation: Installation }>({
  installation: async ({ playwright, browser }, use) => {
    const clock = await makeServerClock()
    const product = await startOwnProduct(playwright, { ...clock.environment, CONTACT })
    await use({ ...product, clock, origin: product.address.replace('127.0.0.1', 'localhost') })
    await Promise.all(browser.contexts().map((context) => context.close()))
    await product.stop()
    await clock.remove()
  },
})

const logOut = (page: Page) => page.getByRole('button', { name: 'Logout' }).click()
const openSecurity = (page: Page, origin: string) => visit(page, `${origin}/settings/security`)
/** After the element that had the focus is gone. */
const expectHeadingFocused = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
const session = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: text })

const passkeysOn = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

test('a member adds a passkey, signs in with it, and confirms with it who it is', async ({
  installation: { api, origin, clock },
  openAs,
  noise,
}) => {
  noise.expect(/status of (401|403)/, /The token is invalid\./)
  const member = await api.signUp(makePerson('Ada'))
  await api.signInAgain(member)
  const page = await openAs(member, origin)
  const authenticators = await startAuthenticators(page)
  const device = await authenticators.add('internal')
  await openSecurity(page, origin)
  const passkeys = passkeysOn(page)

  await test.step('a passkey is added and named; signing out everywhere else is offered', async () => {
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByLabel('Name of the passkey')).toBeFocused()
    await page.keyboard.type('My laptop')
    await page.keyboard.press('Enter')
    await expect(passkeys).toHaveText(/My laptop/)
    expect(await device.count()).toBe(1)
    await expect(session(page, '')).toHaveCount(2)
    const offer = page.getByRole('button', { name: 'Sign out everywhere else' })
    await expectToast(page, 'You are signed out everywhere else', () => offer.click())
    await expect(session(page, '')).toHaveCount(1)
    await expect(offer).toBeHidden()
  })

  await test.step('it signs in from the suggestions of the login, and by the button', async () => {
    await logOut(page)
    await expect(page).toHaveURL(`${origin}/`)
    await openSecurity(page, origin)
    await expect(session(page, 'this session')).toContainText('with a passkey')
    await stopAutofill(page)
    await logOut(page)
    await expect(page).toHaveURL(`${origin}/login`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(`${origin}/`)
  })

  await test.step('after a while, removing a passkey asks again who it is', async () => {
    await openSecurity(page, origin)
    await clock.moveBy(20 * MINUTE_MS)
    await page.getByRole('button', { name: 'Remove passkey: My laptop' }).click()
    const question = page.getByRole('dialog', { name: 'Remove this passkey?' })
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const remove = question.getByRole('button', { name: 'Remove' })
    await expect(remove).toBeVisible()
    await expect(async () => {
      // Once the other dialog is over it, or is on its way, it cannot be clicked again.
      if (await remove.isVisible()) await remove.click({ timeout: patient(5_000) })
      await expect(confirm).toBeVisible({ timeout: patient(5_000) })
    }).toPass()
    await expectAccessible(page)
    await expectToast(page, 'The passkey was removed', () =>
      confirm.getByRole('button', { name: 'Use a passkey' }).click(),
    )
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectHeadingFocused(page, 'Passkeys')
  })
})

test(
  'a member with two passkeys does without a password, and signs in with a second factor or a recovery code',
  LONG,
  async ({ installation: { api, origin, clock }, openAs, noise }) => {
    noise.expect(/status of (401|403)/, /ERR_INTERNET_DISCONNECTED/, /The token is invalid\./)
    const member = await api.signUp(makePerson('Ada'))
    const page = await openAs(member, origin)
    const authenticators = await startAuthenticators(page)
    await openSecurity(page, origin)
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })

    await test.step('with two passkeys, the password can be removed and set again', async () => {
      for (const [index, transport] of (['internal', 'usb'] as const).entries()) {
        await authenticators.add(transport)
        await page.getByRole('button', { name: 'Add a passkey' }).click()
        await page.getByRole('button', { name: 'Save name' }).click()
        await expect(passkeysOn(page)).toHaveCount(index + 1)
      }
      await page.getByRole('button', { name: 'Remove password' }).click()
      const question = page.getByRole('dialog', { name: 'Remove your password?' })
      await expectToast(page, 'Your password was removed', () =>
        question.getByRole('button', { name: 'Remove' }).click(),
      )
      await expectHeadingFocused(page, 'Password')
      const form = page.getByRole('form', { name: 'Set a password' })
      await form.getByLabel('New password', { exact: true }).fill(NEW)
      await form.getByLabel('Confirm new password', { exact: true }).fill(NEW)
      // With the password, the confirmation has ended.
      await form.getByRole('button', { name: 'Set password' }).click()
      await expectToast(page, 'Your password is set', () =>
        confirm.getByRole('button', { name: 'Use a passkey' }).click(),
      )
      await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible()
      await expectHeadingFocused(page, 'Password')
    })

    let secret = ''
    let codes: string[] = []
    await test.step('the second factor is set up, with recovery codes', async () => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await confirm.getByLabel('Password', { exact: true }).fill(NEW)
      await confirm.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
      secret = await page.getByRole('code').innerText()
      await page.getByLabel('Code that the app shows').fill(codeAt(secret, clock.now()))
      await page.getByRole('button', { name: 'Turn on' }).click()
      const list = page.getByRole('list', { name: 'Recovery codes' })
      await expect(list.getByRole('listitem')).toHaveCount(10)
      codes = await list.getByRole('listitem').allInnerTexts()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'I have stored them' }).click()
      await expect(page.getByText('It is on. You have 10 recovery codes left.')).toBeVisible()
      await expectHeadingFocused(page, 'Second factor')
      await page.context().setOffline(true)
      await expect(page.getByText('Nothing can be changed here until it can.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Turn off' })).toBeDisabled()
      await page.context().setOffline(false)
      await expect(page.getByRole('button', { name: 'Turn off' })).toBeEnabled()
    })

    const known = { username: member.username, password: NEW }
    await test.step('the password then asks for a code, which a clock one step ahead may have made', async () => {
      await clock.moveBy(4 * STEP_MS)
      await stopAutofill(page)
      await logOut(page)
      await logIn(page, known)
      const code = page.getByLabel('Code', { exact: true })
      await expect(code).toBeFocused()
      await expectAccessible(page)
      await code.fill(codeAt(secret, clock.now() - 3 * STEP_MS))
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('This code is wrong or was used already.')).toBeVisible()
      await code.fill(codeAt(secret, clock.now() + STEP_MS))
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL(`${origin}/`)
    })

    await test.step('a recovery code signs in instead, and is announced', async () => {
      await logOut(page)
      await logIn(page, known)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
      const notice = page.getByRole('complementary', { name: 'Notice' })
      const seen = page.waitForResponse('**/api/account/events/seen')
      await notice.getByRole('link', { name: 'Look at it' }).click()
      const activity = page.getByRole('list', { name: 'Recent activity' })
      await expect(activity.getByText('Recovery code used')).toBeVisible()
      await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
      await expect(session(page, 'this session')).toContainText('with the password and a recovery code')
      // Leaving the page would cancel it.
      await seen
      await page.goto(`${origin}/bookmark`)
      await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
      await expect(notice).toBeHidden()
    })

    await test.step('who has lost everything is told whom to ask', async () => {
      // The page was loaded again. Else the authenticator signs in at once.
      await stopAutofill(page)
      await logOut(page)
      // Shown once the page knows which buttons it has. They move the link.
      await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('link', { name: CONTACT })).toHaveAttribute('href', `mailto:${CONTACT}`)
    })
  },
)
