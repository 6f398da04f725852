import { holdBack } from '../support/gate.ts'
import { attach, card } from '../support/posts.ts'
import { watchShifts } from '../support/shifts.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('nothing moves when an uploaded picture appears in the feed', async ({ api, openAs, photo }) => {
  const [author, reader] = [await api.signUp(), await api.signUp()]
  await api.writePost(author, 'Older words below')
  await api.follow(author, reader)
  const page = await openAs(author)
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'New post' }).fill('Look up')
  await attach(page, photo)
  await expect(form.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  // Sent. Leaving the page would otherwise cancel it.
  await expect(form.getByRole('textbox', { name: 'New post' })).toHaveValue('')

  const other = await openAs(reader)
  for (const view of [page, other]) {
    const gate = await holdBack(view, /\/media\//)
    await view.goto('/')
    const picture = card(view, 'Look up').locator('img[srcset]')
    await expect(picture).toBeVisible()
    await expect(card(view, 'Older words below')).toBeVisible()
    const shifts = await watchShifts(view)
    gate.open()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy()
    expect(await shifts()).toEqual([])
  }
})
