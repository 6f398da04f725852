import { describe, expect, vi } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { longTest, test } from '../../test/component-test.ts'
import { escapeFrom, findCover, pressOn, tabTo } from '../../test/keyboard.ts'
import { attach, card, textFile } from '../../test/posts.ts'
import { renderScreen } from '../../test/render-screen.tsx'
import { holdTimers } from '../../test/timers.ts'
import { REST_MS } from './use-scrolled-down.ts'

const navigation = page.getByRole('navigation', { name: 'Main' })
const logOut = page.getByRole('button', { name: 'Logout' })

const colorOf = (element: Locator) => getComputedStyle(element.element()).color

function isBlue(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return blue > 200 && blue > green && green > red
}

async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}

describe('the navigation', () => {
  test('the navigation links to every page; its active link is blue, the others white', async ({ api }) => {
    const member = await api.signUp()
    const pages = {
      Home: '/',
      Explore: '/explore',
      Bookmark: '/bookmark',
      Profile: `/profile/${member.username}`,
      Notifications: '/notifications',
    }
    const names = Object.keys(pages)
    for (const size of ['desktop', 'phone'] as const) {
      await renderScreen('/', { member, size })
      await expect.element(navigation.getByRole('link')).toHaveLength(names.length)
      // A phone has it on the profile.
      const button = navigation.getByRole('button', { name: 'Logout' })
      await expect.element(button).toHaveLength(size === 'phone' ? 0 : 1)
      for (const [name, path] of Object.entries(pages)) {
        await navigation.getByRole('link', { name }).click()
        await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
        expect(location.pathname).toBe(path)
        for (const colorScheme of ['dark', 'light'] as const) {
          await commands.setMedia({ colorScheme })
          const blue = () => names.filter((other) => isBlue(colorOf(navigation.getByRole('link', { name: other }))))
          await expect.poll(blue).toEqual([name])
          await expect.element(navigation.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
          const others = () => [
            ...names.filter((other) => other !== name).map((other) => navigation.getByRole('link', { name: other })),
            ...(size === 'phone' ? [] : [button]),
          ]
          await expect.poll(() => new Set(others().map(colorOf))).toEqual(new Set(['rgb(255, 255, 255)']))
        }
      }
    }
  })

  test('the header with logo and name links to Home', async ({ api }) => {
    const member = await api.signUp()
    for (const size of ['desktop', 'phone'] as const) {
      await renderScreen('/bookmark', { member, size })
      const brand = page.getByRole('banner').getByRole('link', { name: 'Quack' })
      await expect.element(brand).toBeVisible()
      const logo = brand.element().querySelector('svg')
      if (!logo) throw new Error('no logo')
      await expect.element(page.elementLocator(logo)).toBeVisible()
      await brand.click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      expect(location.pathname).toBe('/')
    }
  })

  test('the name of the brand is to be read beside its mark or below it at every width, within the navigation', async ({
    api,
  }) => {
    await renderScreen('/', { member: await api.signUp() })
    const brand = page.getByRole('banner').getByRole('link', { name: 'Quack' })
    await expect.element(brand).toBeVisible()
    for (const width of [768, 1024, 1279, 1280, 390]) {
      await page.viewport(width, 844)
      const name = document.createRange()
      await expect.poll(() => page.getByRole('banner').elements()).toHaveLength(1)
      name.selectNodeContents(brand.element())
      const mark = brand.element().querySelector('svg')?.getBoundingClientRect()
      const text = [...name.getClientRects()].at(-1)
      expect(text?.width, `${width} px`).toBeGreaterThan(25)
      expect(text?.height, `${width} px`).toBeGreaterThan(12)
      // Beside or below the mark, and left of the page.
      const isApart = (text?.left ?? 0) >= (mark?.right ?? 0) || (text?.top ?? 0) >= (mark?.bottom ?? 0) - 1
      expect(isApart, `${width} px`).toBe(true)
      const { left } = page.getByRole('main').element().getBoundingClientRect()
      if (width > 390) expect(text?.right, `${width} px`).toBeLessThanOrEqual(left)
      expect(text?.left, `${width} px`).toBeGreaterThan(0)
    }
  })

  test('on a phone, Logout is on the own profile; it leads to the login and ends the session', async ({
    api,
    noise,
  }) => {
    noise.expect(/status of 401/)
    const [member, other] = [await api.signUp(), await api.signUp()]
    const screen = await renderScreen(`/profile/${other.username}`, { member, size: 'phone' })
    await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible()
    await expect.element(logOut).not.toBeInTheDocument()
    await navigation.getByRole('link', { name: 'Profile' }).click()
    const button = page.getByRole('main').getByRole('button', { name: 'Logout' })
    await expect.element(button).toHaveTextContent('Logout')
    // Beside the picture, with the other buttons.
    const picture = page.getByRole('region', { name: 'Ann Mallard' }).element().querySelector('img')
    const { top = 0, bottom = 0 } = picture?.getBoundingClientRect() ?? {}
    expect(button.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(top)
    expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom)
    await button.click()
    const heading = page.getByRole('heading', { name: 'Welcome to Quack!' })
    await expect.element(heading).toBeVisible()
    expect(location.pathname).toBe('/login')
    expect([localStorage.getItem('token'), localStorage.getItem('username')]).toEqual([null, null])
    const headers = { authorization: member.token }
    await expect.poll(async () => (await fetch('/api/account/sessions', { headers })).status).toBe(401)
    for (const path of ['/', '/bookmark']) {
      await screen.open(path)
      await expect.element(heading).toBeVisible()
      expect(location.pathname).toBe('/login')
    }
    // What was asked for after the log-out is remembered.
    await page.getByLabelText('Username', { exact: true }).fill(member.username)
    await page.getByLabelText('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect.poll(() => location.pathname).toBe('/bookmark')
  })
})

describe('the New Post button of a phone', () => {
  const button = page.getByRole('button', { name: 'New Post' })
  const isShown = () => getComputedStyle(button.element()).opacity === '1' && isOnTop()
  function isOnTop(): boolean {
    const { left, top, width, height } = button.element().getBoundingClientRect()
    return button.element().contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }

  test('gives way while scrolling down, not at the top, nor at rest at the end, nor with the focus', async ({
    api,
  }) => {
    // A page whose height is known from the start.
    await renderScreen('/settings', { member: await api.signUp(), size: 'phone' })
    await page.viewport(390, 400)
    await expect.element(page.getByText('are used', { exact: false })).toBeVisible()
    const scrollTo = async (top: number) => {
      window.scrollTo(0, top)
      await nextFrames()
    }
    expect(isShown(), 'at the top').toBe(true)
    const rest = holdTimers(REST_MS)
    await scrollTo(300)
    await expect.poll(isShown, { message: 'scrolled down' }).toBe(false)
    await scrollTo(310)
    await scrollTo(305)
    expect(isShown(), 'a tremble is no turn').toBe(false)
    await scrollTo(200)
    await expect.poll(isShown, { message: 'scrolled up' }).toBe(true)
    await scrollTo(600)
    await expect.poll(isShown).toBe(false)
    await scrollTo(0)
    await expect.poll(isShown, { message: 'at the top again' }).toBe(true)

    await scrollTo(document.documentElement.scrollHeight)
    await expect.poll(isShown, { message: 'on the way' }).toBe(false)
    rest.run()
    await expect.poll(isShown, { message: 'at rest at the end' }).toBe(true)

    await scrollTo(0)
    await scrollTo(300)
    await expect.poll(isShown).toBe(false)
    await tabTo(button)
    await expect.poll(isShown, { message: 'with the focus' }).toBe(true)
  })
})

describe('the focus', () => {
  test('a dialog traps the focus, and returns it when it closes', async ({ api }) => {
    await renderScreen('/', { member: await api.signUp() })
    const button = page.getByRole('button', { name: 'New Post' })
    await pressOn(button)
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    await expect.element(dialog.getByRole('textbox')).toHaveFocus()
    for (let stop = 0; stop < 10; stop++) {
      await userEvent.tab()
      // After the last control, the focus returns asynchronously.
      await expect.poll(() => dialog.query()?.contains(document.activeElement)).toBe(true)
    }
    await escapeFrom(dialog)
    await expect.element(button).toHaveFocus()
  })

  for (const [size, width, height] of [
    ['phone', 390, 600],
    ['desktop', 1440, 500],
  ] as const) {
    longTest(`at ${width} px, no bar covers the focused control when tabbing down and up`, async ({ api }) => {
      const member = await api.signUp()
      const post = await api.writePost(member, 'The longest talk')
      for (let count = 0; count < 8; count++) {
        await api.writePost(member, `Number ${count}\n\nwith a link https://example.com`)
        await api.comment(post, member, `Comment ${count}`)
      }
      const screen = await renderScreen('/', { member, size })
      await page.viewport(width, height)
      for (const [path, loaded] of [
        ['/', 'Number 7'],
        [`/post-detail/${post.id}`, 'Comment 7'],
        ['/settings', 'are used'],
      ] as const) {
        await screen.open(path)
        // What loads later moves the control that has the focus, and is not tabbed through.
        const main = page.getByRole('main')
        await expect.element(main.getByText(loaded, { exact: false }).first()).toBeVisible()
        main.element().focus()
        for (const shift of [false, true]) {
          for (let stop = 0; stop < 20; stop++) {
            await userEvent.tab({ shift })
            await expect.poll(findCover, { message: `${shift ? 'up' : 'down'} on ${path}` }).toBe('')
          }
        }
      }
      await screen.open('/')
      await expect.element(card('Number 7')).toBeVisible()
      // The virtual list adjusts the scroll position while it measures new rows.
      const scroll = async () => {
        window.scrollTo(0, 300)
        for (let times = 0; times < 10; times++) await nextFrames()
        return Math.round(window.scrollY)
      }
      await expect.poll(scroll).toBe(300)
      const bars = page.getByRole('banner').or(navigation)
      const controls = [page.getByRole('button', { name: /Latest Posts$/ }), bars.getByRole('link')]
      for (const control of controls.flatMap((each) => each.elements())) {
        control.focus()
        await nextFrames()
        expect(Math.round(window.scrollY), 'what is in a bar is in view already').toBe(300)
      }
    })
  }
})

describe('time', () => {
  const SECOND = 1_000
  const MINUTE = 60 * SECOND
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  /** How long a toast without a button is shown. */
  const TOAST_MS = 1_500

  test('relative times stay current, from seconds to a date', async ({ api }) => {
    const member = await api.signUp()
    const post = await api.writePost(member, 'Some time ago')
    // The page reads the clock, which stands still, once a second. Here it does so more often.
    const real = window.setInterval
    vi.stubGlobal('setInterval', (handler: TimerHandler, ms?: number) => real(handler, ms === SECOND ? 20 : ms))
    await renderScreen('/', { member })
    await expect.element(card('Some time ago')).toBeVisible()
    const time = card('Some time ago').getByRole('time')
    for (const [age, text] of [
      [SECOND, '1 second ago'],
      [6 * SECOND, '6 seconds ago'],
      [51 * SECOND, '51 seconds ago'],
      [MINUTE, '1 minute ago'],
      [59 * MINUTE, '59 minutes ago'],
      [HOUR, '1 hour ago'],
      [23 * HOUR, '23 hours ago'],
      [DAY, '1 day ago'],
      [29 * DAY, '29 days ago'],
      [30 * DAY, '1 month ago'],
      [11 * 30 * DAY, '11 months ago'],
      [13 * 30 * DAY, /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/],
    ] as const) {
      vi.setSystemTime(Date.parse(post.createdAt) + age)
      await expect.poll(() => time.query()?.textContent ?? '').toEqual(expect.stringMatching(exactly(text)))
    }
  })

  test('success and error toasts disappear after 1500 ms', async ({ api }) => {
    const member = await api.signUp()
    await api.writePost(member, 'To be shared')
    const ends: (() => void)[] = []
    const real = window.setTimeout
    vi.stubGlobal('setTimeout', (handler: () => void, ms?: number, ...rest: unknown[]) =>
      ms === TOAST_MS ? ends.push(handler) : real(handler, ms, ...rest),
    )
    await renderScreen('/', { member })
    const status = page.getByRole('status')
    for (const { show, text } of [
      {
        show: () => card('To be shared').getByRole('button', { name: 'Share' }).click(),
        text: 'Link successfully copied',
      },
      {
        show: () => attach(textFile('notes.txt', 'words')),
        text: 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)',
      },
    ]) {
      const toast = status.getByText(text)
      await show()
      await expect.element(toast).toBeVisible()
      expect(ends).toHaveLength(1)
      ends.pop()?.()
      await expect.element(toast).not.toBeInTheDocument()
    }
  })
})

function exactly(text: string | RegExp): RegExp {
  return typeof text === 'string' ? new RegExp(`^${text}$`) : text
}
