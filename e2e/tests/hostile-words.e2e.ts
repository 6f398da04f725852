import type { Page } from '@playwright/test'
import { makePerson, type Post } from '../support/api.ts'
import { card } from '../support/posts.ts'
import { scrollTo } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

/** Attempts at script injection. Each would set a flag or request a URL that is requested nowhere else. */
const ATTACKS = [
  ['<script>window.hacked=1</script>', '<img src=/hacked onerror="window.hacked=1">'],
  ['"><svg onload=window.hacked=1>', 'javascript:window.hacked=1//\'"'],
  ['</title><script>window.hacked=1</script>', '{{constructor.constructor("window.hacked=1")()}}'],
] as const

async function expectHarmless(page: Page, asked: readonly string[]): Promise<void> {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(asked.filter((url) => new URL(url).pathname.includes('hacked'))).toEqual([])
  expect(await page.locator('a[href^="javascript:" i], [onerror], [onload]').count()).toBe(0)
}

// web/src/features/mentions/member-text.component.test.tsx proves it in the gate.
test('nothing of a name, a bio, a post or a comment runs as script', LONG, async ({ api, openAs, noise, baseURL }) => {
  noise.expect(/Failed to load resource|status of 4/)
  const reader = await api.signUp(makePerson('Rea'))
  const villains: { attack: string; username: string; post: Post }[] = []
  for (const [first, last] of ATTACKS) {
    const attack = `${first} ${last}`
    const villain = await api.signUp({ ...makePerson('Vil'), firstName: first, lastName: last })
    await api.editProfile(villain, { bio: attack, website: `example.com/?q=${encodeURIComponent(attack)}` })
    const picture = { mediaUrl: `${baseURL}/avatars/duck-1.webp`, type: 'image', alt: attack }
    const post = await api.writePost(villain, `${attack} https://example.com/?q=${attack}`, picture)
    await api.comment(post, villain, attack)
    await api.like(post, villain)
    await api.follow(villain, reader)
    await api.follow(reader, villain)
    await api.bookmark(post, reader)
    villains.push({ attack, username: villain.username, post })
  }

  const page = await openAs(reader)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => asked.push(`http://hacked/${dialog.message()}`))
  const heading = page.getByRole('heading', { level: 1 }).first()
  for (const path of ['/', '/explore', '/bookmark']) {
    await page.goto(path)
    await expect(heading).toBeVisible()
    for (const { attack, username } of villains.toReversed()) {
      // On Explore, posts of other tests may be above.
      await scrollTo(page, card(page, username).getByText(attack).first())
      await expectHarmless(page, asked)
    }
  }
  await page.goto('/settings')
  await expect(heading).toBeVisible()
  await expectHarmless(page, asked)
  for (const { attack, username, post } of villains) {
    await page.goto(`/profile/${username}`)
    await expect(heading).toBeVisible()
    await expect(page.getByText(attack).first()).toBeVisible()
    await expectHarmless(page, asked)
    await page.goto(`/post-detail/${post.id}`)
    await expect(heading).toBeVisible()
    await expect(page.getByText(attack).first()).toBeVisible()
    await expect(page.getByRole('article', { name: /^Comment by/ })).toBeVisible()
    await expectHarmless(page, asked)
    await page.getByRole('button', { name: 'Liked by: 1' }).click()
    await expect(page.getByRole('dialog', { name: 'Liked By' })).toContainText(`@${username}`)
    await expectHarmless(page, asked)
  }
})

test('a page runs no inline script, and cannot be framed', async ({ page, baseURL, noise }) => {
  noise.expect(/Content Security Policy|frame-ancestors|refused|X-Frame-Options/i)
  const answer = await page.goto('/login')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.hacked = 1'
    document.head.append(script)
    document.body.setAttribute('onclick', 'window.hacked = 2')
    document.body.click()
    return 'hacked' in window
  })
  expect(ran).toBe(false)

  await page.setContent(`<iframe src="${baseURL}/login" title="Framed"></iframe>`)
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
})
