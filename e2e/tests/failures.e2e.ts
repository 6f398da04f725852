import type { Page } from '@playwright/test'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'

const UNREACHABLE = 'Quack cannot be reached. Check your connection and try again.'

/** Aborts all writes, as a broken network does. Reads still succeed. */
async function breakWrites(page: Page): Promise<void> {
  await page.route(/\/api\//, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  )
}

/** The device can keep nothing that is sent later. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    Object.defineProperty(window, 'indexedDB', { value: { open } })
  })
}

/** Expects an action to fail with a toast and a console error. */
async function expectFailure(page: Page, act: () => Promise<void>, text = UNREACHABLE): Promise<void> {
  const logged = page.waitForEvent('console', (message) => message.type() === 'error' && /Error: /.test(message.text()))
  await expectToast(page, text, act)
  await logged
}

test('when sending fails and this device can keep nothing for later, nothing that was typed is lost', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/ERR_CONNECTION_FAILED/, /NetworkError/)
  const member = await api.signUp()
  await api.writePost(member, 'Already here')
  const page = await openAs(member)
  await blockStorage(page)
  await page.goto('/')
  const post = card(page, 'Already here')
  await post.getByRole('button', { name: 'Comments: 0' }).click()
  await breakWrites(page)

  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox').fill('Not to be lost')
  await expectFailure(page, () => form.getByRole('button', { name: 'Post', exact: true }).click())
  await expect(form.getByRole('textbox')).toHaveValue('Not to be lost')
  await expect(card(page, 'Not to be lost')).toHaveCount(0)

  const reply = post.getByPlaceholder('Quack your reply!')
  await reply.fill('Nor this')
  await expectFailure(page, () => post.getByRole('button', { name: 'Reply', exact: true }).click())
  await expect(reply).toHaveValue('Nor this')
  await expect(post.getByRole('button', { name: 'Comments: 0' })).toBeVisible()

  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  const confirm = page.getByRole('dialog')
  await expectFailure(page, () => confirm.getByRole('button', { name: 'Delete', exact: true }).click())
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(post).toBeVisible()

  await page.reload()
  await expect(form.getByRole('textbox')).toHaveValue('Not to be lost')
})
