import { holdBack } from '../support/gate.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test("a list that loads slowly says so; posts, suggestions and the viewer's record are each loaded once", async ({
  api,
  openAs,
}) => {
  const member = await api.signUp()
  await api.writePost(member, 'Loaded once')
  const page = await openAs(member)
  // A record that was read half a minute ago is read again, and a slow machine may need that long.
  await page.clock.setFixedTime(Date.now())
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) reads.push(pathname)
  })
  const gate = await holdBack(page, /\/api\/feed/)
  await page.goto('/')
  const loading = page.getByRole('status').filter({ hasText: 'Loading posts' })
  await expect(loading).toBeAttached()
  await expect(page.getByText('Sorry, there no posts to show!')).toBeHidden()
  gate.open()
  await expect(card(page, 'Loaded once')).toBeVisible()
  await expect(loading).toHaveCount(0)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Bookmark', 'Profile', 'Home']) {
    await navigation.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await expect(card(page, 'Loaded once')).toBeVisible()
  const timesOf = (path: string) => reads.filter((read) => read === path).length
  expect(timesOf('/api/feed/resume')).toBe(1)
  expect(timesOf('/api/suggestions')).toBe(1)
  expect(timesOf(`/api/users/${member.username}`)).toBe(1)
})

test('a visitor loads no member', async ({ page }) => {
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Login as a Guest' })).toBeVisible()
  expect(reads.filter((path) => path.startsWith('/api/'))).toEqual(['/api/meta'])
})
