import { scrollTo } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'

test('Explore reveals all posts, newest first, to the end', async ({ api, openAs }) => {
  const author = await api.signUp()
  const post = await api.writePost(author, 'Fresh from the pond')
  const page = await openAs(await api.signUp())
  await page.goto('/explore')
  const posts = page.getByRole('region', { name: 'All posts' })
  const times = posts.getByRole('article').locator('time')
  await expect(posts.getByText(post.content).first()).toBeVisible()
  await expect(page.getByText('You are all caught up!')).toBeHidden()
  const dates = await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(dates).toEqual(dates.toSorted().reverse())

  const end = page.getByText('You are all caught up!')
  await scrollTo(page, end)
})

test('Who to follow suggests others, never oneself or those already followed', async ({ api, openAs, isMobile }) => {
  const viewer = await api.signUp()
  const page = await openAs(viewer)
  await page.goto('/explore')
  const panel = page.getByRole('region', { name: 'Who to follow' })
  if (isMobile) {
    await expect(panel, 'the panel stands beside the page from 1024 px').toBeHidden()
    return
  }
  const followed = panel.getByRole('listitem').first()
  const username = await followed.getByText(/^@/).innerText()
  await followed.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(followed.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await page.reload()
  await expect(panel.getByRole('listitem').first()).toBeVisible()
  await expect(panel.getByText(username, { exact: true })).toBeHidden()
  await expect(panel.getByText(`@${viewer.username}`)).toBeHidden()
})
