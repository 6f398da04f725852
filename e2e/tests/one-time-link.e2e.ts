import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from '@quack/testing/run'
import { expect, logIn, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

const run = promisify(execFile)
const NEW = 'a much better one'

/** Makes a one-time link on the command line, as the operator does for a member who forgot the password. */
async function makeLink(username: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['server/src/admin/quack.ts', 'reset-password', username], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  })
  const [path = ''] = /\/reset-password\/\S+/.exec(stdout) ?? []
  return path
}

test('a one-time link sets a new password, and works once', LONG, async ({ api, openAs, page, noise }) => {
  noise.expect(/status of (401|422)/)
  const member = await api.signUp()
  const elsewhere = await openAs(member)
  await elsewhere.goto('/bookmark')
  await expect(elsewhere.getByText('You have not added any Bookmarks!')).toBeVisible()

  const link = await makeLink(member.username)
  const choose = async () => {
    await page.getByLabel('New password', { exact: true }).fill(NEW)
    await page.getByLabel('Confirm new password', { exact: true }).fill(NEW)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await page.goto(link)
  await expectToast(page, 'Your new password is set', choose)
  await expect(page).toHaveURL('/login')
  await logIn(page, { ...member, password: NEW })
  await expect(page).toHaveURL('/settings/security?review')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/login')
  await expect(elsewhere.getByRole('alert')).toHaveText('Your session has ended. Please log in again.')
  await logIn(elsewhere, member)
  await expect(elsewhere.getByRole('alert')).toHaveText(/The credentials you entered are invalid/)

  await visit(page, link)
  await choose()
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
})
