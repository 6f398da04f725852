import { makePerson } from '../support/api.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { PHONE } from '../support/where.ts'

test(
  'sharing copies a URL that opens the post; a like shows immediately and can be undone',
  PHONE,
  async ({ api, openAs, baseURL }) => {
    const author = await api.signUp()
    const post = await api.writePost(author, 'Pass it on')
    const page = await openAs(author)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/')
    const share = card(page, 'Pass it on').getByRole('button', { name: 'Share' })
    await expectToast(page, 'Link successfully copied', () => share.click())
    const address = await page.evaluate(() => navigator.clipboard.readText())
    expect(address).toBe(`${baseURL}/post-detail/${post.id}`)

    await page.goto(address)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, 'Pass it on')).toBeVisible()

    const heart = page.getByRole('button', { name: 'Like', exact: true })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('button', { name: 'Liked by: 0' })).toBeVisible()
  },
)

test("another member's post cannot be edited, and its likers can be followed", PHONE, async ({ api, openAs }) => {
  const [author, liker, viewer] = [await api.signUp(), await api.signUp(makePerson('Lou')), await api.signUp()]
  const post = await api.writePost(author, 'Liked by Lou')
  await api.like(post, liker)
  const page = await openAs(viewer)
  await page.goto(`/post-detail/${post.id}`)
  const seen = card(page, 'Liked by Lou')
  await expect(seen).toBeVisible()
  await seen.getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Mute notifications',
    `Mute @${author.username}…`,
    `Block @${author.username}…`,
  ])
  await page.keyboard.press('Escape')

  await seen.getByRole('button', { name: 'Liked by: 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Liked By' })
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
})
