import { expect, type Page } from '@playwright/test'
import type { Member } from './api.ts'

/** The top edges of the posts in the window, by their names: 'Post 12'. */
export type Tops = Record<string, number>

export function topsOf(page: Page): Promise<Tops> {
  return page.evaluate(() => {
    const bar = document.querySelector('main [data-bar="top"]')?.getBoundingClientRect().bottom ?? 0
    const found = [...document.querySelectorAll('article')].map((post): [string, number, number] => {
      const { top, bottom } = post.getBoundingClientRect()
      return [/\b(?:Post|News) \d+/.exec(post.innerText)?.[0] ?? '', top, bottom]
    })
    return Object.fromEntries(
      found.filter(([, top, bottom]) => bottom > bar && top < window.innerHeight).map(([name, top]) => [name, top]),
    )
  })
}

/** The post at the reading line, its top edge, and how many pixels of it are above the line. */
export async function readPost(page: Page): Promise<{ name: string; top: number; offset: number }> {
  const [first] = Object.entries(await topsOf(page)).sort(([, one], [, other]) => one - other)
  const [name, top] = first ?? ['', 0]
  const line = await page.evaluate(
    () => document.querySelector('main [data-bar="top"]')?.getBoundingClientRect().bottom ?? 0,
  )
  return { name, top, offset: Math.max(0, Math.round(line - top)) }
}

/** Reads on with the keyboard until this post is at the reading line. */
export async function readUntil(page: Page, isThere: (number: number) => boolean, key = 'PageDown'): Promise<void> {
  await expect(async () => {
    const { name } = await readPost(page)
    // It is empty while no post is rendered.
    if (name !== '' && isThere(Number(name.replace(/\D/g, '')))) return
    await page.keyboard.press(key)
    // A key that follows while the page still scrolls would add to it, and lead past the post.
    await page.evaluate(async () => {
      for (let [still, y] = [0, window.scrollY]; still < 10; y = window.scrollY) {
        await new Promise(requestAnimationFrame)
        still = window.scrollY === y ? still + 1 : 0
      }
    })
    throw new Error(`at ${name}`)
  }).toPass({ intervals: [0] })
}

export interface Position {
  postId: string
  offset: number
  readAt: string
}

export async function positionOf(
  page: Page,
  { token }: Pick<Member, 'token'>,
  sort = 'latest',
): Promise<Position | null> {
  const answer = await page.request.get(`/api/feed/position?sort=${sort}`, { headers: { authorization: token } })
  return ((await answer.json()) as { position: Position | null }).position
}

/** Waits until the server has the position that the page shows. */
export async function untilStored(
  page: Page,
  member: Pick<Member, 'token'>,
  ids: ReadonlyMap<string, string>,
  sort?: string,
) {
  await expect(async () => {
    const { name, offset } = await readPost(page)
    expect(await positionOf(page, member, sort)).toMatchObject({ postId: ids.get(name), offset })
  }).toPass({ intervals: [200] })
}

/** Records the sum of all layout shifts from the start of the page on. Call before `goto`. */
export async function watchAllShifts(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      // A shift is reported a frame later.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { shifted: number }).shifted.toFixed(3)
    })
}
