import type { Api } from '../support/api.ts'
import { stopClock } from '../support/clock.ts'
import { countPosts } from '../support/count-posts.ts'
import { holdBack } from '../support/gate.ts'
import { card } from '../support/posts.ts'
import { scrollTo } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'

/** Writes posts of which three or four fill a screen. */
async function writeTallPosts(api: Api, count: number): Promise<string> {
  const member = await api.signUp()
  for (let number = 1; number <= count; number++) {
    await api.writePost(member, `Tall ${number} of ${member.username}${'\n|'.repeat(9)}`)
  }
  return member.username
}

test('Explore reveals one post per step, and no more than is scrolled to', async ({ api, openAs }) => {
  const author = await writeTallPosts(api, 9)
  const page = await openAs(await api.signUp())
  const counts = await countPosts(page, 'All posts')
  await page.goto('/explore')
  const posts = page.getByRole('region', { name: 'All posts' }).getByRole('article')
  await expect(posts.first()).toBeVisible()
  const first = card(page, `Tall 1 of ${author}`)
  // The sentinel has left the screen, so no further post is revealed.
  await expect(page.getByText('Loading more')).not.toBeInViewport()
  await expect(first).toHaveCount(0)
  const steps = (await counts()).map((count, index, all) => count - (all[index - 1] ?? 0))
  // Fewer, if another test deletes its post.
  expect(Math.max(...steps)).toBe(1)
  // Each post is where the sentinel was when it revealed that post. All must therefore be in view.
  const tops = await posts.evaluateAll((all) => all.map((post) => post.getBoundingClientRect().top))
  expect(Math.max(...tops)).toBeLessThan(await page.evaluate(() => window.innerHeight))

  await scrollTo(page, first)
})

test('the pulse loader of Explore is shown for 5 seconds after each step', async ({ api, openAs }) => {
  await writeTallPosts(api, 9)
  const page = await openAs(await api.signUp())
  // Without live events: a post that another test deletes restarts the time.
  await holdBack(page, /\/api\/events/)
  await page.clock.install()
  await page.goto('/explore')
  await expect(page.getByRole('region', { name: 'All posts' }).getByRole('article').first()).toBeVisible()
  const loader = page.getByText('Loading more')
  await expect(loader).not.toBeInViewport()
  await stopClock(page)
  // A last step may follow: until a post is measured, it may be taken for a higher one.
  await expect(async () => {
    await page.clock.runFor(5_100)
    expect(await loader.isVisible()).toBe(false)
  }).toPass()

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(loader).toBeAttached()
  await expect(loader).not.toBeInViewport()
  await page.clock.runFor(4_900)
  await expect(loader).toBeAttached()
  await page.clock.runFor(200)
  await expect(loader).toBeHidden()
})
