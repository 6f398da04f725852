import { makePerson } from '../support/api.ts'
import { untilLive } from '../support/live.ts'
import { card } from '../support/posts.ts'
import { startProxy } from '../support/proxy.ts'
import { scrollTop } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'

test('live news: a pill for new posts that moves nothing, counts, edits, deletions, followers', async ({
  api,
  openAs,
}) => {
  const [viewer, author] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Ada'))]
  await api.follow(author, viewer)
  for (let count = 0; count < 12; count++) await api.writePost(author, `An older post ${count}\n\n\n\n\n.`)
  const [counted, edited, deleted] = [
    await api.writePost(author, 'Counted'),
    await api.writePost(author, 'Not yet edited'),
    await api.writePost(author, 'Soon deleted'),
  ]
  const page = await openAs(viewer)
  const isLive = untilLive(page)
  await page.goto('/')
  await expect(card(page, 'Counted')).toBeVisible()
  await isLive

  await api.like(counted, author)
  await expect(card(page, 'Counted').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
  await api.comment(counted, author, 'Well counted')
  await expect(card(page, 'Counted').getByRole('button', { name: 'Comments: 1' })).toBeVisible()
  await api.editPost(edited, author, 'Edited while one reads')
  await expect(card(page, 'Edited while one reads')).toBeVisible()
  await api.deletePost(deleted, author)
  await expect(card(page, 'Soon deleted')).toHaveCount(0)

  await page.evaluate(() => window.scrollTo(0, 600))
  const read = card(page, 'An older post 9')
  await expect(read).toBeInViewport()
  const before = { top: await scrollTop(page), at: await read.boundingBox() }
  await api.writePost(author, 'The first news')
  const pill = page.getByRole('button', { name: /new posts?$/ })
  await expect(pill).toHaveText('1 new post')
  await api.writePost(author, 'The second news')
  await expect(pill).toHaveText('2 new posts')
  expect({ top: await scrollTop(page), at: await read.boundingBox() }).toEqual(before)
  await expect(card(page, 'news')).toHaveCount(0)

  await pill.click()
  await expect(card(page, 'The second news')).toBeInViewport()
  await expect(card(page, 'The first news')).toBeInViewport()
  await expect(pill).toHaveCount(0)
  expect(await scrollTop(page)).toBe(0)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('button', { name: '0 Followers' })).toBeVisible()
  await api.follow(viewer, author)
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
})

test('after a broken connection, live news resume where they stopped', async ({ api, openAs, noise, baseURL }) => {
  noise.expect(/ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE|CONNECTION_REFUSED)/)
  const [viewer, author] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Ada'))]
  await api.follow(author, viewer)
  const first = await api.writePost(author, 'Read before')
  const proxy = await startProxy(baseURL ?? '')
  const page = await openAs(viewer, proxy.address)
  const isLive = untilLive(page)
  await page.goto(proxy.address)
  await expect(card(page, 'Read before')).toBeVisible()
  await isLive
  await api.like(first, author)
  await expect(card(page, 'Read before').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()

  const again = page.waitForRequest((request) => request.url().includes('/api/events'))
  proxy.drop()
  await api.writePost(author, 'Written meanwhile')
  expect((await again).headers()['last-event-id']).toBeTruthy()
  const pill = page.getByRole('button', { name: '1 new post' })
  await expect(pill).toBeVisible()
  await pill.click()
  await expect(card(page, 'Written meanwhile')).toBeVisible()
  await proxy.close()
})
