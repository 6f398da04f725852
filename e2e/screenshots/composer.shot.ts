import { demoFile } from '../support/cast.ts'
import { holdBack } from '../support/gate.ts'
import { attach } from '../support/posts.ts'
import { startProxy } from '../support/proxy.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

const TEXT = 'First light over the reservoir. Nobody about but two herons and me. 🦆'

test('composer', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox').fill(TEXT)
  await form.getByRole('button', { name: 'Add emoji' }).click()
  await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeVisible()
  await shoot(page, 'composer-emoji')
  await page.keyboard.press('Escape')
  await attach(page, await demoFile('mountain-lake.webp', 'image/webp'))
  await form.getByRole('textbox', { name: 'Describe this picture' }).fill('A lake at dawn, mountains behind it')
  await shoot(page, 'composer-picture')
  await form.getByRole('button', { name: 'Remove picture' }).click()
  await attach(page, await demoFile('duck-waves.mp4', 'video/mp4'))
  await expect(form.getByRole('button', { name: 'Remove video' })).toBeVisible()
  await shoot(page, 'composer-video')
  await form.getByRole('button', { name: 'Remove video' }).click()
  await form.getByRole('textbox', { name: 'New post' }).fill('quack '.repeat(840))
  await shoot(page, 'composer-too-long', { before: () => page.evaluate(() => window.scrollTo(0, 1e6)) })
})

test('New Post', async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto('/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'New Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  await expect(dialog).toBeVisible()
  await shoot(page, 'new-post')
  await dialog.getByRole('textbox', { name: 'New post' }).fill(TEXT)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Add a picture or video' }).click()
  await (await chooser).setFiles(await demoFile('forest-mist.webp', 'image/webp'))
  await expect(dialog.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
  await shoot(page, 'new-post-picture')
  await dialog.getByRole('button', { name: 'Add emoji' }).click()
  await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeVisible()
  await shoot(page, 'new-post-emoji')
  await page.keyboard.press('Escape')
  const gate = await holdBack(page, /\/api\/posts(\?|$)/)
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await shoot(page, 'new-post-sending')
  gate.open()
})

test('uploading', async ({ api, browser, baseURL, largePhoto, noise }) => {
  noise.expect(/ERR_/)
  const connection = await startProxy(baseURL ?? '')
  const { token, username } = await api.signUp()
  const localStorage = Object.entries({ token, username }).map(([name, value]) => ({ name, value }))
  const origins = [{ origin: connection.address, localStorage }]
  const context = await browser.newContext({ baseURL: connection.address, storageState: { cookies: [], origins } })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('textbox', { name: 'New post' }).fill(TEXT)
  connection.stallAfter(largePhoto.buffer.length / 2)
  await attach(page, { ...largePhoto, name: 'IMG_20261121_071533_first-light-over-the-reservoir-with-two-herons.jpg' })
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', /^[1-9]\d/)
  await shoot(page, 'composer-uploading')
  await context.close()
  await connection.close()
})
