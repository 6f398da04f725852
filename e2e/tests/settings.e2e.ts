import { readFile } from 'node:fs/promises'
import { expect, logIn, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { visit } from '../support/visit.ts'
import { PHONE } from '../support/where.ts'

const NEW = 'a much better one'

test(
  'the profile links to the settings, where the theme is chosen, and all of a member is downloaded',
  PHONE,
  async ({ api, openAs }) => {
    const member = await api.signUp()
    await api.writePost(member, 'To take along')
    const page = await openAs(member)
    await page.goto(`/profile/${member.username}`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const root = page.locator('html')
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(root).toHaveAttribute('data-theme', 'light')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
    await page.getByRole('radio', { name: 'System' }).check()
    await expect(root).not.toHaveAttribute('data-theme')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`quack-${member.username}.zip`)
    const archive = await readFile(await download.path())
    expect(archive.subarray(0, 2).toString()).toBe('PK')
    expect(archive.includes('posts.json')).toBe(true)
  },
)

test('changing the password requires the present one', PHONE, async ({ api, openAs, page, noise }) => {
  noise.expect(/status of 422.*account\/password/)
  const member = await api.signUp()
  const own = await openAs(member)
  await own.goto('/settings/security')
  const form = own.getByRole('form', { name: 'Change password' })
  const fill = async (current: string, password: string, confirm = password) => {
    await form.getByLabel('Current password', { exact: true }).fill(current)
    await form.getByLabel('New password', { exact: true }).fill(password)
    await form.getByLabel('Confirm new password', { exact: true }).fill(confirm)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await fill('', 'short', 'other')
  await expect(form.getByText('Enter your current password')).toBeVisible()
  await expect(form.getByText('Use at least 8 characters')).toBeVisible()
  await expect(form.getByText('Password and confirm-password do not match')).toBeVisible()

  await fill('not the present one', NEW)
  await expect(form.getByText('Your current password is wrong.')).toBeVisible()
  await expect(form.getByLabel('Current password', { exact: true })).toBeFocused()

  await expectToast(own, 'Your password was changed', () => fill(member.password, NEW))
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
  await own.reload()
  await expect(own.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible()

  await page.goto('/login')
  await logIn(page, { ...member, password: NEW })
  await expect(page).toHaveURL('/')
})

test(
  'the sessions are listed and can be ended, this one and the others',
  PHONE,
  async ({ api, openAs, page, noise }) => {
    noise.expect(/status of 401/)
    const member = await api.signUp()
    const own = await openAs(member)
    await page.goto('/login')
    await logIn(page, member)
    await expect(page).toHaveURL('/')

    await own.goto('/settings/security')
    const sessions = own.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.filter({ hasText: 'this session' })).toHaveCount(1)
    await expect(sessions.filter({ hasText: 'with the password' })).toHaveCount(2)
    const end = sessions.getByRole('button', { name: 'End session: Chrome on Linux' })
    await expectToast(own, 'The session has ended', () => end.click())
    await expect(sessions).toHaveCount(1)
    await expect(own.getByRole('button', { name: 'End all other sessions' })).toBeHidden()

    await page.goto('/bookmark')
    await expect(page).toHaveURL('/login')
    await logIn(page, member)
    await expect(page).toHaveURL('/bookmark')
    await own.reload()
    await expect(sessions).toHaveCount(2)
    await own.getByRole('button', { name: 'End all other sessions' }).click()
    await expect(sessions).toHaveCount(1)
  },
)

test(
  'deleting an account requires the password, and removes it for everybody',
  PHONE,
  async ({ api, openAs, page, noise }) => {
    noise.expect(/status of (422.*account\/delete|404)/)
    const [member, other] = [await api.signUp(), await api.signUp()]
    const post = await api.writePost(member, 'Soon gone')
    const own = await openAs(member)
    await own.goto('/settings')
    await own.getByRole('button', { name: 'Delete account' }).click()
    const dialog = own.getByRole('dialog', { name: 'Delete account' })
    await dialog.getByRole('button', { name: 'Delete for ever' }).click()
    await expect(dialog.getByText('Enter your password')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Delete for ever' }).click()
    await expect(dialog.getByText('Your current password is wrong.')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    const confirm = dialog.getByRole('button', { name: 'Delete for ever' })
    await expectToast(own, 'Your account was deleted', () => confirm.click())
    await expect(own).toHaveURL('/login')

    await page.goto('/login')
    await logIn(page, member)
    await expect(page.getByRole('alert')).toHaveText('The username you entered is not Registered. Not Found error')
    const reader = await openAs(other)
    await reader.goto(`/profile/${member.username}`)
    await expect(reader.getByText('There is no such member.')).toBeVisible()
    await reader.goto(`/post-detail/${post.id}`)
    await expect(reader.getByText('There is no such post. It may have been deleted.')).toBeVisible()
  },
)

test(
  'the shared guest account offers neither a new password nor deletion nor lists of blocks and mutes',
  PHONE,
  async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login as a Guest' }).click()
    await expect(page).toHaveURL('/')
    await visit(page, '/settings')
    await expect(page.getByRole('heading', { name: 'Guest account' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download everything' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Password' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Safety' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeHidden()
    await visit(page, '/settings/security')
    await expect(page.getByText('nobody can change how it signs in')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Password' })).toBeHidden()
  },
)

test('an invalid one-time link says only that it is no longer valid', PHONE, async ({ page, noise }) => {
  noise.expect(/status of 422.*auth\/reset/)
  await page.goto('/reset-password/no-such-token')
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
})

test('the settings work by keyboard alone', async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto('/settings')
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
  await page.getByRole('button', { name: 'Delete account' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  // Later, the dialog would take the focus from the field.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await dialog.getByLabel('Password', { exact: true }).focus()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused()
})
