import type { Page } from '@playwright/test'
import { demoFile } from '../support/cast.ts'
import { holdBack } from '../support/gate.ts'
import { card } from '../support/posts.ts'
import { scrollTo, scrollTop } from '../support/scroll.ts'
import { settle, shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'
import { holdToast, toastOf } from '../support/toast.ts'

/** Opens a page as the demo's guest. */
async function openAsGuest(page: Page, path = '/'): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  if (path !== '/') await page.goto(path)
  await settle(page)
}

/** Takes the screen with the toast of an action, which stays while the page's clock stands still. */
async function shootToast(page: Page, name: string, text: string, act: () => Promise<unknown>): Promise<void> {
  const toast = toastOf(page, text)
  await shoot(page, name, {
    before: async () => {
      await page.clock.resume()
      await expect(toast).toHaveCount(0)
      await holdToast(page, toast, act)
    },
  })
  await page.clock.resume()
}

test('home', async ({ page }) => {
  await openAsGuest(page)
  await shoot(page, 'home')
  await page.getByRole('button', { name: 'Latest Posts' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await shoot(page, 'home-sort')
  await page.keyboard.press('Escape')
  await page.goto('/?sort=trending')
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, 'home-trending')
  await page.mouse.wheel(0, 2_000)
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0)
  await shoot(page, 'home-scrolled')
  await page.goto('/bookmark')
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, 'bookmarks')
})

test('explore', async ({ page }) => {
  await openAsGuest(page, '/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, 'explore')
  const people = page.getByRole('region', { name: 'Who to follow' })
  await shoot(page, 'explore-people', { before: () => scrollTo(page, people) })
  await page.goto('/who-to-follow')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await shoot(page, 'who-to-follow')
  await page.goto('/explore')
  await scrollTo(page, page.getByText('You are all caught up!'))
  await shoot(page, 'explore-end', { before: () => scrollTo(page, page.getByText('You are all caught up!')) })
})

test('empty, loading and failed', async ({ api, openAs, noise }) => {
  noise.expect(/ERR_FAILED|ERR_INTERNET|NetworkError|status of 500|Error:/)
  const page = await openAs(await api.signUp())
  await page.goto('/')
  await expect(page.getByText('Sorry, there no posts to show!')).toBeVisible()
  await shoot(page, 'home-empty')
  await page.goto('/bookmark')
  await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
  await shoot(page, 'bookmarks-empty')

  const gate = await holdBack(page, /\/api\/(feed|posts|users)/)
  await page.goto('/')
  await expect(page.getByText('Loading posts')).toBeAttached()
  await shoot(page, 'home-loading')
  await page.goto('/profile/maya.iyer')
  await expect(page.getByText('Loading the profile')).toBeAttached()
  await shoot(page, 'profile-loading')
  gate.open()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.route(/\/api\/(feed|posts|users)/, (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected', errors: ['Something went wrong on our side.'] } }),
  )
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await shoot(page, 'home-failed')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('offline and away', async ({ page, noise }) => {
  noise.expect(/ERR_|NetworkError/)
  await openAsGuest(page)
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await shoot(page, 'home-offline', { before: () => page.evaluate(() => document.fonts.ready.then(() => true)) })
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await page.route(/\/(api\/|healthz)/, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Bookmark' }).first().click()
  await expect(page.getByText('Quack cannot be reached. Trying again …')).toBeVisible()
  await shoot(page, 'bookmarks-away')
})

test('toasts', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAsGuest(page)
  const share = page.getByRole('button', { name: 'Share' }).first()
  await shootToast(page, 'toast-share', 'Link successfully copied', async () => {
    await share.click()
    await page.mouse.move(0, 0)
  })
})

test('refused files', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const field = page.getByRole('form', { name: 'New post' }).locator('input[type=file]')
  await shootToast(page, 'toast-refused', 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)', () =>
    field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }),
  )
})

test('videos that are converted, and those that could not be', async ({ api, openAs }) => {
  const member = await api.signUp()
  const { url } = await api.upload(member, await demoFile('duck-waves.mp4', 'video/mp4'))
  await api.writePost(member, 'Straight from the camera, give it a minute.', { mediaUrl: url, type: 'video' })
  const page = await openAs(member)
  for (const state of ['converting', 'failed', 'ready']) {
    // The state that the server reports while FFmpeg is running, fixed until the screenshot is taken.
    await page.route(/\/api\/(feed|posts)/, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replaceAll('"state":"ready"', `"state":"${state}"`) })
    })
    await page.goto('/')
    await expect(card(page, 'Straight from the camera')).toBeVisible()
    await shoot(page, `video-${state}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})
