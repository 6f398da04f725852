import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.ts'
import { type Member, type MemberApi, type Post, test } from '../../../../test/component-test.ts'
import { escapeFrom, pressOn, tabTo } from '../../../../test/keyboard.ts'
import { renderLive } from '../../../../test/live.ts'
import { card, fileOf, makePhoto } from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { holdBack } from '../../../../test/requests.ts'
import { scrollTo } from '../../../../test/scroll.ts'
import { PictureViewer } from './picture-viewer.tsx'
import type { ViewerPicture } from './viewed-picture.tsx'

const [WIDTH, HEIGHT] = [2_000, 1_000]
const LONG = 'It goes on and on. '.repeat(50)

function makePicture(name: string, description: string): ViewerPicture {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="9" height="9"/></svg>`
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}#${name}`
  return { name, url, size: null, preview: '', description, alt: `The ${name} picture`, isAnimated: false }
}

const PICTURES = [makePicture('first', ''), makePicture('second', 'Two ducks'), makePicture('third', LONG)]

/** Shows these pictures alone, the second first. @returns where the viewer has been */
function showPictures(): { viewed: number[] } {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const viewed: number[] = []
  root.render(
    <PictureViewer
      open
      onOpenChange={() => undefined}
      title="Pictures"
      pictures={PICTURES}
      index={1}
      actions={<button type="button">Like</button>}
      finalFocus={() => true}
      onView={(index) => viewed.push(index)}
      onError={() => undefined}
    />,
  )
  return { viewed }
}

const viewer = page.getByRole('dialog')
const shown = (name: string) => viewer.getByRole('img', { name: `The ${name} picture` })
const like = viewer.getByRole('button', { name: 'Like' })

const widthOf = (seen: Locator) => Math.round(seen.element().getBoundingClientRect().width)
const leftOf = (picture: Locator) => Math.round(picture.element().getBoundingClientRect().left)
const isInWindow = (picture: Locator) => leftOf(picture) >= 0 && leftOf(picture) < innerWidth

/** Moves a finger over a picture to the left, by half of the window. */
function swipeLeft(picture: Locator): void {
  const at = (type: string, part: number) => {
    const clientX = innerWidth * part
    const finger = { pointerId: 7, pointerType: 'touch', buttons: 1, bubbles: true, clientX, clientY: 300 }
    picture.element().dispatchEvent(new PointerEvent(type, finger))
  }
  at('pointerdown', 0.8)
  for (const part of [0.7, 0.6, 0.5, 0.4, 0.3]) at('pointermove', part)
  at('pointerup', 0.3)
}

describe('several pictures', () => {
  test('are passed through by keys, wherever the focus is, buttons and swipes, up to the ends', async () => {
    await page.viewport(1440, 900)
    const { viewed } = showPictures()
    await expect.element(viewer.getByText('2 of 3')).toBeVisible()
    await expect.element(viewer.getByText('Two ducks')).toBeVisible()
    await expect.poll(() => isInWindow(shown('second'))).toBe(true)
    await tabTo(like)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(viewer.getByText('1 of 3')).toBeVisible()
    await expect.poll(() => isInWindow(shown('first'))).toBe(true)
    const previous = viewer.getByRole('button', { name: 'Previous picture' })
    await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
    await pressOn(previous)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(viewer.getByText('2 of 3')).toBeVisible()
    await expect.element(previous).not.toHaveAttribute('aria-disabled')
    await viewer.getByRole('button', { name: 'Next picture' }).click()
    await expect.element(viewer.getByText('3 of 3')).toBeVisible()
    expect(viewed).toEqual([1, 0, 1, 2])
    // A text that may have to be scrolled has the keys for that.
    await tabTo(viewer.getByText('It goes on', { exact: false }))
    await userEvent.keyboard('{ArrowLeft}')
    await tabTo(like)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(viewer.getByText('2 of 3')).toBeVisible()
    expect(viewed).toEqual([1, 0, 1, 2, 1])
    await expect.poll(() => isInWindow(shown('second'))).toBe(true)
    swipeLeft(shown('second'))
    await expect.element(viewer.getByText('3 of 3')).toBeVisible()
  })

  test('are zoomed up to their pixels; the arrows then move within one', async () => {
    await page.viewport(1440, 900)
    const { viewed } = showPictures()
    await expect.element(shown('second')).toBeVisible()
    await expect.poll(() => widthOf(shown('second'))).toBe(widthOf(viewer))
    await tabTo(like)
    await userEvent.keyboard('=')
    await expect.poll(() => widthOf(shown('second'))).toBe(WIDTH)
    const left = leftOf(shown('second'))
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => leftOf(shown('second'))).toBeLessThan(left)
    expect(viewed).toEqual([1])
    await viewer.getByRole('button', { name: 'Show the whole picture' }).click()
    await expect.poll(() => widthOf(shown('second'))).toBe(widthOf(viewer))
    await viewer.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => widthOf(shown('second'))).toBe(WIDTH)
    await userEvent.keyboard('-')
    await expect.poll(() => widthOf(shown('second'))).toBe(widthOf(viewer))
  })
})

async function writePost(api: MemberApi, member: Member): Promise<Post> {
  const { url } = await api.upload(member, fileOf(await makePhoto()))
  return api.writePost(member, 'At noon', { mediaUrl: url, type: 'image', alt: 'A pond' })
}

describe('the viewer of a post', () => {
  const open = card('At noon').getByRole('button', { name: 'View picture' })

  test('is one entry of the history, however often it is closed, and the list below it stays where it is', async ({
    api,
  }) => {
    const member = await api.signUp()
    await writePost(api, member)
    for (let number = 0; number < 3; number++) await api.writePost(member, `Newer ${number}${'\nline'.repeat(11)}`)
    await renderScreen('/', { member })
    await scrollTo(open)
    await open.click()
    await expect.element(viewer.getByText('A pond')).toBeVisible()
    const top = window.scrollY
    expect(top).toBeGreaterThan(0)
    // The browser takes its time.
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
    await userEvent.keyboard('{Escape}{Escape}')
    expect(back).toHaveBeenCalledTimes(1)
    back.mockRestore()
    history.back()
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(open).toHaveFocus()
    history.forward()
    await expect.element(viewer.getByText('A pond')).toBeVisible()
    await escapeFrom(viewer)
    await expect.element(open).toHaveFocus()
    expect(window.scrollY).toBe(top)
    expect(location.pathname).toBe('/')
  })

  test('opens at the pressed one of several, whose frame and descriptions follow live changes', async ({ api }) => {
    const member = await api.signUp()
    const [first, ...others] = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const { url } = await api.upload(member, fileOf(await makePhoto(240 + index)))
        return { url, alt: `Picture ${index}` }
      }),
    )
    const media = { mediaUrl: first?.url ?? '', type: 'image', alt: first?.alt ?? '', furtherPictures: others }
    const post = await api.writePost(member, 'At noon', media)
    const files = await holdBack(/^\/media\//)
    await renderLive('/', { member })
    const third = card('At noon').getByRole('button', { name: 'View picture 3 of 3' })
    await expect.element(third).toBeInTheDocument()
    const heightOf = () => card('At noon').element().getBoundingClientRect().height
    const before = heightOf()
    await files.open()
    for (const { alt } of [...others, { alt: 'Picture 0' }]) {
      const img = () => card('At noon').getByRole('img', { name: alt }).query() as HTMLImageElement | null
      await expect.poll(() => img()?.naturalWidth).toBeGreaterThan(0)
    }
    expect(heightOf()).toBe(before)
    await expectAccessible()
    await third.click()
    await expect.element(viewer.getByText('3 of 3')).toBeVisible()
    await expect.element(viewer.getByText('Picture 2', { exact: true })).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(viewer.getByText('2 of 3')).toBeVisible()
    await expect.element(viewer.getByText('Picture 1', { exact: true })).toBeVisible()
    await escapeFrom(viewer)
    await expect.element(card('At noon').getByRole('button', { name: 'View picture 2 of 3' })).toHaveFocus()
    await api.editPictures(post, member, others.slice(1))
    await expect.element(card('At noon').getByRole('button', { name: 'View picture 2 of 2' })).toBeInTheDocument()
    await expect.element(card('At noon').getByRole('img', { name: 'Picture 2' })).toBeInTheDocument()
    await expect.element(card('At noon').getByRole('img', { name: 'Picture 1' })).not.toBeInTheDocument()
  })

  test('closes when its post is gone', async ({ api }) => {
    const [member, author] = [await api.signUp(), await api.signUp()]
    await api.follow(author, member)
    const post = await writePost(api, author)
    await renderLive('/', { member })
    await open.click()
    await expect.element(viewer.getByText('A pond')).toBeVisible()
    await api.deletePost(post, author)
    await expect.element(viewer).not.toBeInTheDocument()
  })
})
