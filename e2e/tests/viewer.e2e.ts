import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Api, Member, Post } from '../support/api.ts'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { fingersOn } from '../support/touch.ts'
import { PHONE } from '../support/where.ts'

const [WIDTH, HEIGHT] = [1_600, 1_200]
const ALT = 'A pond with two ducks'

/** A post with a picture that is larger than the screen. */
async function writePost(api: Api): Promise<{ member: Member; post: Post }> {
  const member = await api.signUp()
  const flat = { width: WIDTH, height: HEIGHT, channels: 3, background: '#274' } as const
  const buffer = await sharp({ create: flat }).jpeg().toBuffer()
  const { url } = await api.upload(member, { name: 'pond.jpg', mimeType: 'image/jpeg', buffer })
  return { member, post: await api.writePost(member, 'At noon', { mediaUrl: url, type: 'image', alt: ALT }) }
}

function viewerOf(page: Page) {
  const viewer = page.getByRole('dialog', { name: 'Picture in the post by Ann Mallard' })
  const picture = viewer.getByRole('img', { name: ALT })
  const box = async () => (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    viewer,
    box,
    /** All of it is on the screen, and below it its description. */
    async expectWhole() {
      const description = viewer.getByText(ALT)
      await expect(description).toBeInViewport({ ratio: 1 })
      await expect(picture).toBeInViewport({ ratio: 1 })
      const { y, height } = await box()
      expect((await description.boundingBox())?.y).toBeGreaterThanOrEqual(y + height)
    },
    /** A pixel of the picture is one of the screen. */
    expectRealSize: () => expect.poll(async () => (await box()).width).toBeCloseTo(WIDTH, 0),
  }
}

/** The large variants that the page has asked for. */
function watchLarge(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/media/') && Number(searchParams.get('w')) > 1_060) asked.push(pathname)
  })
  return asked
}

test('a picture is viewed by keyboard alone', async ({ api, openAs }) => {
  const { member, post } = await writePost(api)
  const page = await openAs(member)
  const large = watchLarge(page)
  const { viewer, box, expectWhole, expectRealSize } = viewerOf(page)
  await page.goto('/')
  const open = card(page, 'At noon').getByRole('button', { name: 'View picture' })
  await tabTo(page, open)
  await expect(open).toHaveCSS('opacity', '1')
  expect(large).toEqual([])
  await page.keyboard.press('Enter')
  await expectWhole()
  await expect.poll(() => large.length).toBe(1)

  for (let step = 0; step < 3; step++) await page.keyboard.press('+')
  await expectRealSize()
  const { x } = await box()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await box()).x).toBeLessThan(x)
  for (let step = 0; step < 3; step++) await page.keyboard.press('-')
  await expectWhole()
  await pressOn(page, viewer.getByRole('button', { name: 'Zoom in' }))
  await expectRealSize()
  const heart = viewer.getByRole('button', { name: 'Like', exact: true })
  await pressOn(page, heart, 'Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(open).toBeFocused()
  await expect(card(page, 'At noon').getByRole('button', { name: 'Like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await page.keyboard.press('Enter')
  await pressOn(page, viewer.getByRole('button', { name: 'Comments: 0' }))
  await expect(page).toHaveURL(`/post-detail/${post.id}`)
  await expect(viewer).toBeHidden()
  const picture = card(page, 'At noon').getByRole('button', { name: ALT })
  await pressOn(page, picture)
  await expectWhole()
  await page.goBack()
  await expect(viewer).toBeHidden()
  await expect(picture).toBeFocused()
  await page.goForward()
  await expectWhole()
  await page.goBack()
  await expect(viewer).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a picture is viewed by touch alone', PHONE, async ({ api, openAs }) => {
  const { member, post } = await writePost(api)
  const page = await openAs(member)
  const { viewer, box, expectWhole, expectRealSize } = viewerOf(page)
  const fingers = await fingersOn(page)
  await page.goto('/')
  const open = card(page, 'At noon').getByRole('button', { name: 'View picture' })
  await expect(open).toHaveCSS('opacity', '1')
  await open.tap()
  await expectWhole()
  const { x, y, width, height } = await box()
  const centre = [x + width / 2, y + height / 2] as const
  await fingers.doubleTap(centre)
  await expectRealSize()
  const before = await box()
  await fingers.move([centre], [[centre[0] + 100, centre[1] + 100]])
  await expect.poll(async () => (await box()).x - before.x).toBeGreaterThan(50)
  await expect.poll(async () => (await box()).y - before.y).toBeGreaterThan(50)
  await fingers.doubleTap(centre)
  await expectWhole()
  const beside = (by: number) => [centre[0] + by, centre[1]] as const
  await fingers.move([beside(-30), beside(30)], [beside(-90), beside(90)])
  await expect.poll(async () => (await box()).width / width).toBeGreaterThan(2)
  const bookmark = viewer.getByRole('button', { name: 'Bookmark' })
  await bookmark.tap()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await viewer.getByRole('button', { name: 'Close' }).tap()
  await expect(viewer).toBeHidden()

  await card(page, 'At noon').getByRole('img', { name: ALT }).tap()
  await expect(page).toHaveURL(`/post-detail/${post.id}`)
  await card(page, 'At noon').getByRole('button', { name: ALT }).tap()
  await expectWhole()
  await page.goBack()
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(`/post-detail/${post.id}`)
})
