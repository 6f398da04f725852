import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Api, Member } from '../support/api.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

const VIDEOS = ['bouncing-ball.mp4', 'duck-waves.mp4']

/** Opens Home for a member who has posted two videos with a tall post between them. */
async function openVideos({ api, openAs }: { api: Api; openAs: (member: Member) => Promise<Page> }): Promise<Page> {
  const member = await api.signUp()
  for (const [index, file] of VIDEOS.entries()) {
    const bytes = await readFile(new URL(`../../server/src/features/demo/media/${file}`, import.meta.url))
    const { url } = await api.upload(member, { name: file, mimeType: 'video/mp4', buffer: bytes })
    await api.writePost(member, `Video ${index + 1}`, { mediaUrl: url, type: 'video' })
    if (index === 0) await api.writePost(member, `Between\n${'line\n'.repeat(60)}`)
  }
  const page = await openAs(member)
  // They last for some seconds. On a slow machine, one would end before it is looked at.
  await page.addInitScript(() => {
    const repeat = ({ target }: Event) => Object.assign(target ?? {}, { loop: true })
    document.addEventListener('play', repeat, { capture: true })
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  return page
}

const videoIn = (page: Page, text: string) => card(page, text).locator('video')
const isPaused = (page: Page, text: string) => videoIn(page, text).evaluate((video: HTMLVideoElement) => video.paused)
const playing = (page: Page) =>
  page.locator('video').evaluateAll((videos) => videos.filter((video) => !(video as HTMLVideoElement).paused).length)

test('a video plays, muted and inline, while it is in view, and never more than one', async ({ api, openAs }) => {
  const page = await openVideos({ api, openAs })
  const upper = videoIn(page, 'Video 2')
  await expect.poll(() => isPaused(page, 'Video 2')).toBe(false)
  expect(await upper.evaluate((video: HTMLVideoElement) => [video.muted, video.playsInline])).toEqual([true, true])
  await videoIn(page, 'Video 1').scrollIntoViewIfNeeded()
  await expect.poll(() => isPaused(page, 'Video 1')).toBe(false)
  expect(await playing(page)).toBe(1)

  // With both in view, only one plays, also when the other one is started by hand.
  await page.setViewportSize({ width: 700, height: 4_000 })
  await expect.poll(() => playing(page)).toBe(1)
  for (const text of ['Video 2', 'Video 1']) {
    await videoIn(page, text).evaluate((video: HTMLVideoElement) => video.play())
    await expect.poll(() => playing(page)).toBe(1)
    expect(await isPaused(page, text)).toBe(false)
  }
  // A video that the user stops stays stopped.
  await videoIn(page, 'Video 1').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => isPaused(page, 'Video 1')).toBe(true)
})
