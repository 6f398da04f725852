import { Secret, TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { longTest, type Person, test } from '../../../test/component-test.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { holdBack } from '../../../test/requests.ts'
import { expectToast } from '../../../test/toast.ts'
import { addAuthenticator } from '../../../test/webauthn.ts'

const STEP_MS = 30_000
const NEW = 'a much better one'

const logOut = () => page.getByRole('button', { name: 'Logout' }).click()

async function logIn({ username, password }: Pick<Person, 'username' | 'password'>): Promise<void> {
  await page.getByLabelText('Username').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** What an authenticator app shows at a time. */
function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp })
}

const renameButton = (passkey: string) => page.getByRole('button', { name: `Rename passkey: ${passkey}` })

describe('signing in', () => {
  test('a second factor is set up with recovery codes; the password then asks for a code', async ({ api, noise }) => {
    noise.expect(/status of 401/)
    const member = await api.signUp()
    const screen = await renderScreen('/settings/security', { member })
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect.element(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
    const secret = page.getByRole('code').element().textContent ?? ''
    await page.getByLabelText('Code that the app shows').fill(codeAt(secret, Date.now()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    const list = page.getByRole('list', { name: 'Recovery codes' })
    await expect.element(list.getByRole('listitem')).toHaveLength(10)
    const [first, second] = list.getByRole('listitem').elements()
    await page.getByRole('button', { name: 'I have stored them' }).click()
    await expect.element(page.getByText('It is on. You have 10 recovery codes left.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Second factor', exact: true })).toHaveFocus()

    // The code of the set-up is used up. A clock may be one step ahead.
    await logOut()
    await logIn(member)
    const code = page.getByLabelText('Code', { exact: true })
    await expect.element(code).toHaveFocus()
    await code.fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.element(page.getByText('This code is wrong or was used already.')).toBeVisible()
    await code.fill(codeAt(secret, Date.now() + STEP_MS))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.element(page.getByRole('form', { name: 'New post' })).toBeVisible()

    const logInByRecovery = async (code: Element | undefined) => {
      await logOut()
      await logIn(member)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabelText('Recovery code').fill(code?.textContent?.toUpperCase() ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await logInByRecovery(first)
    const notice = page.getByRole('complementary', { name: 'Notice' })
    await expect.element(notice).toBeVisible()
    await page.viewport(390, 844)
    const line = document.createRange()
    line.selectNodeContents(notice.getByRole('paragraph').element())
    expect(line.getBoundingClientRect().height, 'one line').toBeLessThan(30)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(notice).not.toBeInTheDocument()
    await expect.element(page.getByRole('main')).toHaveFocus()
    await screen.reload()
    await expect.element(page.getByRole('form', { name: 'New post' })).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()

    await page.viewport(1440, 900)
    await logInByRecovery(second)
    await notice.getByRole('link', { name: 'Look at it' }).click()
    const activity = page.getByRole('list', { name: 'Recent activity' })
    await expect.element(activity.getByText('Recovery code used').first()).toBeVisible()
    await expect.element(page.getByText(/You have 8 recovery codes left/)).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  })

  test('a token for a script is made, shown once, listed with its name, and ended', async ({ api, noise }) => {
    noise.expect(/status of 401/)
    const member = await api.signUp()
    const screen = await renderScreen('/settings/security', { member })
    await page.getByRole('button', { name: 'Make a token' }).click()
    const form = page.getByRole('form', { name: 'Make a token' })
    const name = form.getByLabelText('Name')
    await expect.element(name).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(form.getByText('Enter a name')).toBeVisible()
    await expect.element(name).toHaveFocus()
    await form.getByRole('radio', { name: /^Read and write/ }).click()
    await name.fill('Hourly quack')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Your token' })).toHaveFocus()
    const token = page.getByRole('code').element().textContent ?? ''
    const me = () => fetch('/api/v1/accounts/verify_credentials', { headers: { authorization: `Bearer ${token}` } })
    expect(await (await me()).json()).toMatchObject({ username: member.username })

    await page.getByRole('button', { name: 'I have stored it' }).click()
    await expect.element(page.getByRole('button', { name: 'Make a token' })).toHaveFocus()
    await screen.reload()
    await expect.element(page.getByText(token)).not.toBeInTheDocument()
    const row = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: 'Hourly quack' })
    await expect.element(row).toMatchTextContent('Token made')
    await expect.element(row).toMatchTextContent('May use read, write')
    await expect.element(page.getByText('Token for a script made: Hourly quack')).toBeVisible()
    await page.getByRole('switch', { name: 'This is a bot account' }).click()
    await expect.poll(async () => (await (await me()).json()).bot).toBe(true)
    await expectToast('The session has ended', () =>
      row.getByRole('button', { name: 'End session: Hourly quack' }).click(),
    )
    await expect.element(row).not.toBeInTheDocument()
    expect((await me()).status).toBe(401)
  })

  longTest('with two passkeys, the password can be removed and set again', async ({ api, noise }) => {
    noise.expect(/status of 403/)
    const member = await api.signUp()
    const screen = await renderScreen('/settings/security', { member })
    await expect.element(page.getByText('You have no passkeys yet.')).toBeVisible()
    const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
    for (const [index, transport] of (['internal', 'usb'] as const).entries()) {
      await addAuthenticator(transport)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expect.element(page.getByLabelText('Name of the passkey')).toHaveFocus()
      await userEvent.keyboard(`Key ${index}{Enter}`)
      await expect.element(renameButton(`Key ${index}`)).toHaveFocus()
      await expect.element(passkeys).toHaveLength(index + 1)
    }

    // Who has moved on meanwhile keeps the focus.
    const renaming = await holdBack(/^\/api\/account\/passkeys\//, 'write')
    await renameButton('Key 0').click()
    await userEvent.keyboard('Mine{Enter}')
    await renaming.arrived()
    const present = page.getByLabelText('Current password')
    await present.click()
    await renaming.open()
    await expect.element(renameButton('Mine')).toBeVisible()
    await expect.element(present).toHaveFocus()

    await page.getByRole('button', { name: 'Remove password' }).click()
    const question = page.getByRole('dialog', { name: 'Remove your password?' })
    // The page can show the change before the dialog closes.
    const sessions = await holdBack(/^\/api\/account\/sessions/, 'read')
    await question.getByRole('button', { name: 'Remove' }).click()
    const heading = page.getByRole('heading', { name: 'Password', exact: true })
    await expect.element(heading).toHaveFocus()
    await expectToast('Your password was removed', sessions.open)
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(heading).toHaveFocus()
    const form = page.getByRole('form', { name: 'Set a password' })
    await form.getByLabelText('New password', { exact: true }).fill(NEW)
    await form.getByLabelText('Confirm new password', { exact: true }).fill(NEW)
    // With the password, the confirmation has ended.
    await form.getByRole('button', { name: 'Set password' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expectToast('Your password is set', () => confirm.getByRole('button', { name: 'Use a passkey' }).click())
    await expect.element(page.getByRole('form', { name: 'Change password' })).toBeVisible()
    await expect.element(heading).toHaveFocus()

    // After a one-time link, the member looks at what else lets somebody in.
    const marks = page.getByText('Added in the last 30 days: is it yours?')
    await expect.element(marks).not.toBeInTheDocument()
    await screen.open('/settings/security?review')
    await expect.element(marks).toHaveLength(2)
    await expect.element(page.getByText(/remove what you do not know\.$/)).toBeInTheDocument()
  })
})
