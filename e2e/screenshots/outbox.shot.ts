import type { Locator, Page } from '@playwright/test'
import { demoFile } from '../support/cast.ts'
import { untilInstalled } from '../support/device.ts'
import { attach, card } from '../support/posts.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'
import { toastOf } from '../support/toast.ts'

test.use({ serviceWorkers: 'allow' })

async function choose(page: Page, post: Locator, entry: string): Promise<void> {
  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('outbox', async ({ api, openAs, noise }) => {
  noise.expect(/ERR_|NetworkError|status of (404|409)|There is no such post/)
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  await api.follow(bob, ann)
  const gone = await api.writePost(bob, 'Does anybody know when the boat house opens again?')
  const own = await api.writePost(ann, 'The ducks are back on the pond, seven of them.')
  await api.writePost(ann, 'Lost: one umbrella.')
  const page = await openAs(ann)
  await page.goto('/')
  await expect(card(page, 'boat house')).toBeVisible()
  await untilInstalled(page)
  await page.context().setOffline(true)

  const form = page.getByRole('form', { name: 'New post' })
  const field = form.getByRole('textbox', { name: 'New post' })
  const post = async (text: string) => {
    await field.fill(text)
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(field).toHaveValue('')
  }
  await attach(page, await demoFile('mountain-lake.webp', 'image/webp'))
  await expect(page.getByText('It is uploaded when the network is back.')).toBeVisible()
  await shoot(page, 'outbox-file-kept')
  // A feed renders only the posts near the screen.
  await page.setViewportSize({ width: 1440, height: 3_000 })
  await post('A lake at dawn, from the train. 🦆')
  await post('And no network until the next valley. '.repeat(8))
  await card(page, 'boat house').getByRole('button', { name: 'Comments: 0' }).click()
  await card(page, 'boat house').getByPlaceholder('Quack your reply!').fill('At Easter, I think.')
  await card(page, 'boat house').getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Your waiting comment' })).toBeVisible()
  await card(page, 'boat house').getByRole('button', { name: 'Like', exact: true }).click()
  await card(page, 'boat house')
    .getByRole('button', { name: /^Bookmark/ })
    .click()
  await choose(page, card(page, 'seven of them'), 'Edit Post')
  await page.getByRole('textbox', { name: 'Post text' }).fill('The ducks are back on the pond, nine of them.')
  await page.getByRole('button', { name: 'Update' }).click()
  await choose(page, card(page, 'umbrella'), 'Delete Post')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('This post will be deleted')).toBeVisible()
  await shoot(page, 'outbox-home', { fullPage: true })
  await page.getByRole('link', { name: '7 waiting' }).click()
  await expect(page.getByRole('list', { name: 'Outbox' }).getByRole('listitem')).toHaveCount(7)
  await shoot(page, 'outbox', { fullPage: true })

  await api.deletePost(gone, bob)
  await api.editPost(own, ann, 'The ducks are back on the pond, eight of them, and a heron.')
  await page.context().setOffline(false)
  const compare = page.getByRole('button', { name: 'Compare' })
  await expect(compare).toBeVisible()
  // The toast says it too, for a moment.
  await expect(page.getByRole('main').getByText('There is no such post.')).toBeVisible()
  await expect(toastOf(page, 'There is no such post.')).toHaveCount(0)
  await shoot(page, 'outbox-refused', { fullPage: true })
  await compare.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'outbox-conflict')
})
