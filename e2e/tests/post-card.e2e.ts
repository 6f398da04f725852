import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { ElementHandle, Locator } from '@playwright/test'
import { makePerson, type Person } from '../support/api.ts'
import { longNamed } from '../support/cast.ts'
import { attach, card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('a card shows avatar, name, username, age, media and text, and its media link to the post', async ({
  api,
  openAs,
  photo,
}) => {
  const author = await api.signUp(makePerson('Cat'))
  const page = await openAs(author)
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox').fill('With a picture')
  await attach(page, photo)
  await form.getByRole('button', { name: 'Post', exact: true }).click()

  const seen = card(page, 'With a picture')
  await expect(seen.getByText('Cat Mallard', { exact: true })).toBeVisible()
  await expect(seen.getByText(`@${author.username}`, { exact: true })).toBeVisible()
  await expect(seen.locator('time')).toHaveText(/^\d+ (second|minute)s? ago$/)
  await expect(seen.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  await expect(seen.locator('img').first()).toHaveAttribute('src', /\/avatars\//)
  await seen.getByRole('img', { name: 'In the post by Cat Mallard' }).click()
  await expect(page).toHaveURL(/\/post-detail\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(seen.getByRole('img', { name: 'In the post by Cat Mallard' })).toBeVisible()
})

test('a video can be posted too, is shown, and links to the post', async ({ api, openAs }) => {
  const author = await api.signUp(makePerson('Vid'))
  const page = await openAs(author)
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox').fill('With a video')
  await attach(page, fileURLToPath(new URL('../../server/src/features/demo/media/duck-waves.mp4', import.meta.url)))
  await expect(form.getByLabel('Video attached to this post')).toBeVisible()
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  const video = card(page, 'With a video').getByLabel('Video in the post by Vid Mallard')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0)
  await card(page, 'With a video').getByRole('link', { name: 'Open the post' }).click()
  await expect(page).toHaveURL(/\/post-detail\//)
  await expect(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
  await expect(card(page, 'With a video')).toBeVisible()
})

test('heart and bookmark are filled once set, outlined otherwise; the comment count opens and closes the comments', async ({
  api,
  openAs,
}) => {
  const author = await api.signUp()
  const post = await api.writePost(author, 'Talk to me')
  await api.comment(post, author, 'The older one')
  await api.comment(post, author, 'The newer one')
  const page = await openAs(author)
  await page.goto('/')
  for (const name of ['Like', 'Bookmark']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button.locator('svg')).toHaveCSS('fill', 'none')
    await button.click()
    await expect(button.locator('svg')).not.toHaveCSS('fill', 'none')
    await button.click()
    await expect(button.locator('svg')).toHaveCSS('fill', 'none')
  }
  const count = card(page, 'Talk to me').getByRole('button', { name: 'Comments: 2' })
  const comments = page.getByRole('article', { name: /^Comment by/ })
  await expect(comments).toHaveCount(0)
  await count.click()
  await expect(count).toHaveAttribute('aria-expanded', 'true')
  await expect(comments).toContainText(['The newer one', 'The older one'])
  const newest = comments.first()
  await expect(newest.getByText('Ann Mallard', { exact: true })).toBeVisible()
  await expect(newest.getByText(`@${author.username}`, { exact: true })).toBeVisible()
  await expect(newest.locator('time')).toHaveText(/ ago$/)
  await expect(newest.locator('img')).toHaveAttribute('src', /\/avatars\//)
  await count.click()
  await expect(comments).toHaveCount(0)
})

test('the owner menu has Edit Post, Pin to profile, Who can comment, Mute notifications and Delete Post; the edit form has the emoji and needs text or media', async ({
  api,
  openAs,
}) => {
  const author = await api.signUp()
  await api.writePost(author, 'Almost right')
  const page = await openAs(author)
  await page.goto('/')
  await card(page, 'Almost right').getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit Post',
    'Pin to profile',
    'Who can comment…',
    'Mute notifications',
    'Delete Post',
  ])
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  const text = dialog.getByRole('textbox')
  await text.fill(' ')
  await expect(dialog.getByRole('button', { name: 'Update' })).toBeDisabled()
  await text.fill('All right ')
  await dialog.getByRole('button', { name: 'Add emoji' }).click()
  const emoji = page.getByRole('dialog', { name: 'Emoji' }).getByRole('button')
  await expect(emoji).toHaveCount(23)
  await emoji.getByText('💯').click()
  await expect(text).toHaveValue('All right 💯')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(card(page, 'All right 💯')).toBeVisible()
})

/** The width of the @username beside a truncated name, at most, in pixels. */
const LEAST_OF_HANDLE = 24

/**
 * The positions of a byline's parts, and whether their text is truncated. All at once: the age becomes longer every now and
 * then, which moves what is beside it.
 */
async function measureByline(post: Locator, { firstName, lastName, username }: Person) {
  const find = async (part: Locator) => (await part.elementHandle()) as ElementHandle<HTMLElement>
  const parts = {
    name: await find(post.getByText(`${firstName} ${lastName}`, { exact: true })),
    handle: await find(post.getByText(`@${username}`, { exact: true })),
    time: await find(post.locator('time')),
    link: await find(post.getByRole('link', { name: `@${username}` })),
    post: await find(post),
  }
  return post.page().evaluate(({ name, handle, time, link, post: frame }) => {
    const measure = (element: HTMLElement) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect()
      return { left, right, top, bottom, width, isCut: element.scrollWidth > element.clientWidth }
    }
    return {
      name: measure(name),
      handle: measure(handle),
      time: measure(time),
      link: measure(link),
      post: measure(frame),
    }
  }, parts)
}

test('a byline shortens the @username first, then the name, never the time, and has three lines at 320 px', async ({
  api,
  openAs,
}) => {
  const [long, short] = [longNamed(), makePerson('Al')]
  const brief = `m${randomBytes(4).toString('hex')}`
  const people = {
    'a long name': { ...long, username: brief, email: `${brief}@example.com` },
    'a long username': { ...short, lastName: 'B', username: longNamed().username },
    both: long,
  }
  const viewer = await api.signUp()
  for (const [content, person] of Object.entries(people)) {
    const author = await api.signUp(person)
    await api.writePost(author, `Written by ${content}`)
    await api.follow(author, viewer)
  }
  const page = await openAs(viewer)
  for (const width of [360, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    for (const [content, person] of Object.entries(people)) {
      const where = `${content}, ${width} px wide`
      const post = card(page, `Written by ${content}`)
      await expect(post).toBeVisible()
      const { name, handle, time, link, post: frame } = await measureByline(post, person)
      expect(time.right, `the time is whole: ${where}`).toBeLessThanOrEqual(frame.right)
      expect(time.top, `one line: ${where}`).toBeLessThan(name.bottom)
      if (name.isCut) expect(handle.width, `the @username gives way first: ${where}`).toBeLessThan(LEAST_OF_HANDLE + 1)
      expect(handle.width, `something of the @username is left: ${where}`).toBeGreaterThan(LEAST_OF_HANDLE / 2)
      expect(handle.left - name.right, `no gap behind the name: ${where}`).toBeLessThan(10)
      expect(time.left, `nothing over the time: ${where}`).toBeGreaterThan(handle.right)
      expect(time.left - handle.right, `no gap behind the @username: ${where}`).toBeLessThan(24)
      expect(link.bottom - link.top, `a target of 24 px: ${where}`).toBeGreaterThanOrEqual(24)
    }
    const brevity = await measureByline(card(page, 'Written by a long username'), people['a long username'])
    expect(brevity.name.isCut, `a short name is whole, ${width} px wide`).toBe(false)
  }
  await page.setViewportSize({ width: 320, height: 844 })
  for (const [content, person] of Object.entries(people)) {
    const where = `${content}, 320 px wide`
    const { name, handle, time, post } = await measureByline(card(page, `Written by ${content}`), person)
    expect(handle.top, `the @username is below the name: ${where}`).toBeGreaterThanOrEqual(name.bottom)
    expect(time.top, `the time is below the @username: ${where}`).toBeGreaterThanOrEqual(handle.bottom)
    expect(time.right, `the time is whole: ${where}`).toBeLessThanOrEqual(post.right)
    expect([handle.left, time.left], `nothing is indented: ${where}`).toEqual([name.left, name.left])
  }
})
