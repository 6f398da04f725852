import { describe, expect, onTestFinished, vi } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { longTest, type Member, makePerson, type Person, test } from '../../../../test/component-test.ts'
import {
  attach,
  BLINKING,
  card,
  clickAndSave,
  fileOf,
  makeAnimation,
  makePhoto,
  pickVideo,
  readVideo,
} from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { answer, holdBack, stopRoutes, watchRequests } from '../../../../test/requests.ts'
import { scrollTo } from '../../../../test/scroll.ts'
import { expectToast } from '../../../../test/toast.ts'

const LIKE = /^\/api\/posts\/\d+\/like/

const like = page.getByRole('button', { name: 'Like', exact: true })

/** Follows a link of the navigation. */
async function go(name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

function find<Found extends Element>(within: Locator, selector: string): Found {
  const found = within.element().querySelector<Found>(selector)
  if (!found) throw new Error(`no ${selector}`)
  return found
}

const textsOf = (all: Locator) => all.elements().map(({ textContent }) => textContent)

describe('what a card shows', () => {
  test('avatar, name, username, age, media and text; its media link to the post', async ({ api }) => {
    const author = await api.signUp(makePerson('Cat'))
    await renderScreen('/', { member: author })
    const form = page.getByRole('form', { name: 'New post' })
    await form.getByRole('textbox', { name: 'New post' }).fill('With a picture')
    await attach(await makePhoto())
    await form.getByRole('button', { name: 'Post', exact: true }).click()

    const seen = card('With a picture')
    await expect.element(seen.getByText('Cat Mallard', { exact: true })).toBeVisible()
    await expect.element(seen.getByText(`@${author.username}`, { exact: true })).toBeVisible()
    const time = find(seen, 'time')
    expect(time.textContent).toMatch(/^\d+ (second|minute)s? ago$/)
    expect(time.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    expect(find(seen, 'img').getAttribute('src')).toMatch(/\/avatars\//)
    await seen.getByRole('img', { name: 'In the post by Cat Mallard' }).click()
    await expect.element(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
    expect(location.pathname).toMatch(/^\/post-detail\/[\w-]+$/)
    await expect.poll(() => page.getByRole('article').elements().length).toBe(1)
    await expect.element(seen.getByRole('img', { name: 'In the post by Cat Mallard' })).toBeVisible()
  })

  test('a video can be posted too, is shown, and links to the post', async ({ api }) => {
    await renderScreen('/', { member: await api.signUp(makePerson('Vid')) })
    const form = page.getByRole('form', { name: 'New post' })
    await form.getByRole('textbox', { name: 'New post' }).fill('With a video')
    await attach(await pickVideo())
    await expect.element(form.getByLabelText('Video attached to this post')).toBeVisible()
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    const video = card('With a video').getByLabelText('Video in the post by Vid Mallard')
    await expect.poll(() => (video.query() as HTMLVideoElement | null)?.videoWidth).toBeGreaterThan(0)
    await card('With a video').getByRole('link', { name: 'Open the post' }).click()
    await expect.element(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
    expect(location.pathname).toMatch(/^\/post-detail\//)
    await expect.element(card('With a video')).toBeVisible()
  })

  longTest('with reduced motion, a video does not start by itself', async ({ api }) => {
    const member = await api.signUp()
    const { url } = await api.upload(member, await readVideo())
    await api.writePost(member, 'Video 1', { mediaUrl: url, type: 'video' })
    await api.writePost(member, `Between\n${'line\n'.repeat(60)}`)
    await api.writePost(member, 'Video 2', { mediaUrl: url, type: 'video' })
    await renderScreen('/', { member })
    await expect.element(card('Video 2')).toBeVisible()
    const video = find<HTMLVideoElement>(card('Video 2'), 'video')
    // It lasts for some seconds. On a slow machine, it would end before it is looked at.
    video.loop = true
    await expect.poll(() => video.readyState).toBeGreaterThan(0)
    expect(video.paused).toBe(true)
    video.focus()
    await userEvent.keyboard(' ')
    await expect.poll(() => video.paused).toBe(false)
    await scrollTo(card('Video 1'))
    await expect.poll(() => video.paused).toBe(true)
    expect([...document.querySelectorAll('video')].every(({ paused }) => paused)).toBe(true)
  })

  test('a video that could not be converted says so', async ({ api }) => {
    const member = await api.signUp()
    const { url } = await api.upload(member, await readVideo())
    await api.writePost(member, 'It was a good film', { mediaUrl: url, type: 'video' })
    // FFmpeg converts nearly everything that it can read. The server tests cover its failure; this one only the
    // message.
    const headers = { authorization: member.token }
    const feed = await (await fetch('/api/feed/resume', { headers })).text()
    expect(feed).toContain('"state":"ready"')
    await answer(/^\/api\/feed\/resume/, 200, JSON.parse(feed.replace('"state":"ready"', '"state":"failed"')))
    // They tell the state that the server has.
    await holdBack(/^\/api\/events/)
    await renderScreen('/', { member })
    const post = card('It was a good film')
    await expect.element(post.getByRole('status')).toHaveTextContent('This video could not be converted.')
    expect(post.element().querySelector('video')).toBeNull()
  })

  test('heart and bookmark are filled once set, outlined otherwise; the comment count opens and closes the comments', async ({
    api,
  }) => {
    const author = await api.signUp()
    const post = await api.writePost(author, 'Talk to me')
    await api.comment(post, author, 'The older one')
    await api.comment(post, author, 'The newer one')
    await renderScreen('/', { member: author })
    for (const name of ['Like', 'Bookmark']) {
      const button = page.getByRole('button', { name, exact: true })
      await expect.element(button).toBeVisible()
      const fill = () => getComputedStyle(find(button, 'svg')).fill
      expect(fill()).toBe('none')
      await button.click()
      await expect.poll(fill).not.toBe('none')
      await button.click()
      await expect.poll(fill).toBe('none')
    }
    const count = card('Talk to me').getByRole('button', { name: 'Comments: 2' })
    const comments = page.getByRole('article', { name: /^Comment by/ })
    expect(comments.elements()).toEqual([])
    await count.click()
    await expect.element(count).toHaveAttribute('aria-expanded', 'true')
    await expect.element(comments.nth(1)).toMatchTextContent(/The older one/)
    const newest = comments.first()
    await expect.element(newest).toMatchTextContent(/The newer one/)
    await expect.element(newest.getByText('Ann Mallard', { exact: true })).toBeVisible()
    await expect.element(newest.getByText(`@${author.username}`, { exact: true })).toBeVisible()
    expect(find(newest, 'time').textContent).toMatch(/ ago$/)
    expect(find(newest, 'img').getAttribute('src')).toMatch(/\/avatars\//)
    await count.click()
    await expect.element(comments).not.toBeInTheDocument()
  })
})

/** Whether the file that an img shows has several frames. */
async function moves({ currentSrc }: HTMLImageElement): Promise<boolean> {
  const file = await fetch(currentSrc, { headers: { accept: 'image/avif,image/webp' } })
  return (await file.text()).includes('ANIM')
}

describe('a picture that moves', () => {
  const stop = page.getByRole('button', { name: 'Stop animation' })
  const play = page.getByRole('button', { name: 'Play animation' })
  const pictureOf = (text: string) => find<HTMLImageElement>(card(text), 'img[alt^="In the post by"]')
  const src = (text: string) => pictureOf(text).currentSrc

  test('is still with reduced motion until it is started, and the choice stays; an avatar is always still', async ({
    api,
  }) => {
    const author = await api.signUp()
    const { url } = await api.upload(author, makeAnimation())
    await api.editProfile(author, { avatarURL: url })
    const post = await api.writePost(author, 'It moves', { mediaUrl: url, type: 'image' })
    const photo = await api.upload(author, fileOf(await makePhoto()))
    await api.writePost(author, 'It does not', { mediaUrl: photo.url, type: 'image' })
    const screen = await renderScreen('/', { member: author })
    await expect.element(play).toBeVisible()
    await expect.poll(() => src('It moves')).toMatch(/still=1$/)
    expect(await moves(pictureOf('It moves'))).toBe(false)
    await expect.poll(() => src('It does not')).toMatch(/\?w=\d+$/)
    expect(card('It does not').element().querySelector('[aria-label$="animation"]')).toBeNull()
    const { width, height } = play.element().getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)

    play.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(stop).toHaveFocus()
    await expect.poll(() => src('It moves')).toMatch(/\?w=\d+$/)
    expect(await moves(pictureOf('It moves'))).toBe(true)
    const face = find<HTMLImageElement>(card('It moves'), 'img[width="40"]')
    await expect.poll(() => face.currentSrc).toMatch(/\?still=1$/)
    expect(await moves(face)).toBe(false)

    // The choice is that of the picture, wherever it is shown.
    await screen.open(`/post-detail/${post.id}`)
    await stop.click()
    await expect.poll(() => src('It moves')).toMatch(/still=1$/)
    await commands.setMedia({ reducedMotion: 'no-preference' })
    await expect.element(play).toBeVisible()
    expect(src('It moves')).toMatch(/still=1$/)
  })

  test('of another site is drawn still until it is started, and an avatar always', async ({ api }) => {
    const author = await api.signUp()
    await api.editProfile(author, { avatarURL: BLINKING })
    await api.writePost(author, 'It moves', { mediaUrl: BLINKING, type: 'image' })
    await renderScreen('/', { member: author })
    await play.click()
    const picture = card('It moves').getByRole('img', { name: /^In the post by/ })
    await expect.element(picture).toHaveAttribute('src', BLINKING)
    await stop.click()
    await expect.poll(() => (picture.query() as HTMLCanvasElement | null)?.width).toBe(240)
    expect(picture.element().tagName).toBe('CANVAS')
    await expect.poll(() => find<HTMLCanvasElement>(card('It moves'), 'canvas[aria-hidden]').width).toBe(240)
  })

  test('moves otherwise until it is stopped', async ({ api }) => {
    const author = await api.signUp()
    const { url } = await api.upload(author, makeAnimation(900, 40))
    const post = await api.writePost(author, 'It moves', { mediaUrl: url, type: 'image' })
    await commands.setMedia({ reducedMotion: 'no-preference' })
    await renderScreen(`/post-detail/${post.id}`, { member: author, size: 'phone' })
    await expect.element(stop).toBeVisible()
    await expect.poll(() => src('It moves')).toMatch(/\?w=\d+$/)
    expect(await moves(pictureOf('It moves'))).toBe(true)
    // The button is whole and on the picture, although that is like a line.
    const [button, picture] = [stop.element(), pictureOf('It moves')].map((each) => each.getBoundingClientRect())
    if (!button || !picture) throw new Error('nothing to measure')
    expect(button.top).toBeGreaterThanOrEqual(picture.top)
    expect(button.right).toBeLessThanOrEqual(picture.right)
    expect(picture.right).toBeLessThanOrEqual(document.documentElement.clientWidth)
    await stop.click()
    await expect.poll(() => src('It moves')).toMatch(/still=1$/)
    expect(await moves(pictureOf('It moves'))).toBe(false)
  })
})

/** The place of a picture, and how it fills it. */
function measurePicture(post: Locator) {
  const picture = find<HTMLImageElement>(post, 'img[alt^="In the post by"]')
  const { width, height, top } = picture.getBoundingClientRect()
  return { picture, width, height, top: top + window.scrollY, fit: getComputedStyle(picture).objectFit }
}

/** The height of the window without the bars above and below the page. */
function heightBetweenBars(): number {
  const bars = [...document.querySelectorAll('[data-bar="top"], .bottom-0 > nav')]
  return bars.reduce((left, bar) => left - bar.getBoundingClientRect().height, window.innerHeight)
}

describe('a picture on the page of its post', () => {
  for (const [shape, width, height] of [
    ['tall', 120, 900],
    ['wide', 900, 120],
    ['ordinary', 640, 480],
  ] as const) {
    const testShape = shape === 'tall' ? test : longTest
    testShape(
      `is whole between the bars if it is ${shape}, and nothing moves when it loads; in a list, its frame has limits`,
      async ({ api }) => {
        const author = await api.signUp()
        const { url } = await api.upload(author, fileOf(await makePhoto(width, height)))
        const post = await api.writePost(author, 'Look at all of it', { mediaUrl: url, type: 'image' })
        for (const size of ['desktop', 'phone'] as const) {
          const files = await holdBack(/^\/media\//)
          const screen = await renderScreen(`/post-detail/${post.id}`, { member: author, size })
          await expect.element(card('Look at all of it')).toBeVisible()
          const before = measurePicture(card('Look at all of it'))
          await files.open()
          await stopRoutes()
          await expect.poll(() => before.picture.complete && before.picture.naturalWidth).toBeGreaterThan(0)
          const whole = measurePicture(card('Look at all of it'))
          expect(whole).toEqual(before)
          // The picture fills its frame, to the pixel.
          expect(Math.abs((whole.width * height) / width - whole.height), size).toBeLessThan(1.5)
          expect(whole.fit).toBe('contain')
          expect(whole.height).toBeLessThanOrEqual(heightBetweenBars())
          expect(document.documentElement.scrollWidth, size).toBeLessThanOrEqual(document.documentElement.clientWidth)
          if (shape === 'tall') expect(whole.height).toBeGreaterThan(heightBetweenBars() - 30)

          await screen.open('/')
          await expect.element(card('Look at all of it')).toBeVisible()
          const listed = measurePicture(card('Look at all of it'))
          expect(listed.fit).toBe('cover')
          expect(listed.height).toBeLessThanOrEqual(576)
          const ratio = listed.width / listed.height
          expect(ratio, size).toBeLessThan(2.6)
          expect(ratio, size).toBeGreaterThan(0.79)
        }
      },
    )
  }

  test('is whole also if its size is not known, as at another address', async ({ api }) => {
    const author = await api.signUp()
    const mediaUrl = `${location.origin}/avatars/duck-1.webp`
    const post = await api.writePost(author, 'From elsewhere', { mediaUrl, type: 'image' })
    await renderScreen(`/post-detail/${post.id}`, { member: author })
    await expect.element(card('From elsewhere')).toBeVisible()
    const { width, height, fit } = measurePicture(card('From elsewhere'))
    expect([fit, (width / height).toFixed(2)]).toEqual(['contain', (16 / 9).toFixed(2)])
  })
})

/** The width of a truncated @username, at least, in pixels. */
const LEAST_OF_HANDLE = 48

/** The positions of a byline's parts, and whether their text is truncated. */
function measureByline(post: Locator, { firstName, lastName, username }: Person) {
  const measure = (element: Element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    return { left, right, top, bottom, width, isCut: element.scrollWidth > element.clientWidth }
  }
  return {
    name: measure(post.getByText(`${firstName} ${lastName}`, { exact: true }).element()),
    handle: measure(post.getByText(`@${username}`, { exact: true }).element()),
    time: measure(find(post, 'time')),
    link: measure(post.getByRole('link', { name: `@${username}`, exact: false }).element()),
    post: measure(post.element()),
  }
}

/** A person with long names, and a username of the maximum length. */
function longNamed(): Person {
  const username = `maximiliane.featherston_${crypto.randomUUID().slice(0, 6)}`
  const names = { firstName: 'Maximiliane-Josephine', lastName: 'Featherstonehaugh-Mandarin von Entenhausen' }
  return { ...makePerson(), ...names, email: `${username}@example.com`, username }
}

test('a byline cuts the @username and leaves it out before it cuts the name, and has three lines at 320 px', async ({
  api,
}) => {
  const [long, short] = [longNamed(), makePerson('Al')]
  const brief = `m${crypto.randomUUID().slice(0, 8)}`
  const people = {
    'a long name': { ...long, username: brief, email: `${brief}@example.com` },
    'a long username': { ...short, lastName: 'B', username: longNamed().username },
    both: long,
  }
  const viewer = await api.signUp()
  for (const [content, person] of Object.entries(people)) {
    const author = await api.signUp(person)
    await api.writePost(author, `Written by ${content}`)
    await api.follow(author, viewer)
  }
  const screen = await renderScreen('/', { member: viewer })
  for (const width of [360, 390, 1440]) {
    await page.viewport(width, 844)
    await screen.open('/')
    for (const [content, person] of Object.entries(people)) {
      const where = `${content}, ${width} px wide`
      const post = card(`Written by ${content}`)
      await expect.element(post).toBeVisible()
      const { name, handle, time, link, post: frame } = measureByline(post, person)
      expect(time.right, `the time is whole: ${where}`).toBeLessThanOrEqual(frame.right)
      expect(time.top, `one line: ${where}`).toBeLessThan(name.bottom)
      // What has no space in the line wraps out of sight.
      const isHandleShown = handle.top < link.bottom - 1
      const last = isHandleShown ? handle : name
      if (name.isCut) expect(isHandleShown, `the @username gives way first: ${where}`).toBe(false)
      if (isHandleShown) {
        const least = handle.isCut ? LEAST_OF_HANDLE - 1 : 0
        expect(handle.width, `something of the @username is left: ${where}`).toBeGreaterThan(least)
        expect(handle.left - name.right, `no gap behind the name: ${where}`).toBeLessThan(10)
      }
      expect(time.left, `nothing over the time: ${where}`).toBeGreaterThan(last.right)
      expect(time.left - link.right, `no gap behind the link: ${where}`).toBeLessThan(24)
      expect(link.bottom - link.top, `a target of 24 px: ${where}`).toBeGreaterThanOrEqual(24)
    }
    const brevity = measureByline(card('Written by a long username'), people['a long username'])
    expect(brevity.name.isCut, `a short name is whole, ${width} px wide`).toBe(false)
  }
  await page.viewport(320, 844)
  for (const [content, person] of Object.entries(people)) {
    const where = `${content}, 320 px wide`
    const { name, handle, time, post } = measureByline(card(`Written by ${content}`), person)
    expect(handle.top, `the @username is below the name: ${where}`).toBeGreaterThanOrEqual(name.bottom)
    expect(time.top, `the time is below the @username: ${where}`).toBeGreaterThanOrEqual(handle.bottom)
    expect(time.right, `the time is whole: ${where}`).toBeLessThanOrEqual(post.right)
    expect([handle.left, time.left], `nothing is indented: ${where}`).toEqual([name.left, name.left])
  }
})

describe('the actions of a card', () => {
  test('sharing copies a URL that opens the post; a like shows immediately and can be undone', async ({ api }) => {
    const author = await api.signUp()
    const post = await api.writePost(author, 'Pass it on')
    const screen = await renderScreen('/', { member: author, size: 'phone' })
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => copy.mockRestore())
    const share = card('Pass it on').getByRole('button', { name: 'Share' })
    await expectToast('Link successfully copied', () => share.click())
    expect(copy.mock.lastCall).toEqual([`${location.origin}/post-detail/${post.id}`])

    await screen.open(`/post-detail/${post.id}`)
    await expect.element(card('Pass it on')).toBeVisible()
    expect(page.getByRole('article').elements()).toHaveLength(1)
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    await expect.element(page.getByRole('button', { name: 'Liked by: 0' })).toBeVisible()
  })

  test('a like shows before the server has answered, and after rapid taps the last state is saved', async ({ api }) => {
    const member = await api.signUp()
    const post = await api.writePost(member, 'Make up your mind')
    const screen = await renderScreen(`/post-detail/${post.id}`, { member })
    for (const { taps, pressed, count, last } of [
      { taps: 2, pressed: 'false', count: 0, last: 'DELETE' },
      { taps: 3, pressed: 'true', count: 1, last: 'PUT' },
      { taps: 2, pressed: 'true', count: 1, last: 'PUT' },
    ]) {
      const seen = await watchRequests(LIKE)
      // Taps before the first one is sent may take each other back.
      const gate = await holdBack(LIKE)
      await like.click()
      await gate.arrived()
      for (let tap = 1; tap < taps; tap++) await like.click()
      await expect.element(like).toHaveAttribute('aria-pressed', pressed)
      await expect.element(page.getByRole('button', { name: `Liked by: ${count}` })).toBeVisible()
      await gate.open()
      await expect.poll(async () => (await seen()).at(-1)).toMatchObject({ method: last, status: 200 })
      await stopRoutes()
      await screen.reload()
      await expect.element(like).toHaveAttribute('aria-pressed', pressed)
      await expect.element(page.getByRole('button', { name: `Liked by: ${count}` })).toBeVisible()
    }
  })

  test('a like, a bookmark and an edit show immediately on every screen, without refetching its list', async ({
    api,
  }) => {
    const member = await api.signUp()
    await api.writePost(member, 'One post, many places')
    // A list that was read a minute ago is read again, and a slow machine may need that long.
    vi.setSystemTime(Date.now())
    const reads = await watchRequests(/^\/api\/(feed|posts\/user)/, 'read')
    await renderScreen('/', { member })
    const seen = card('One post, many places')
    await expect.element(seen).toBeVisible()
    await go('Profile')
    const bookmark = seen.getByRole('button', { name: 'Bookmark', exact: true })
    await clickAndSave(like, /^\/api\/posts\/\d+\/like/)
    await clickAndSave(bookmark, /^\/api\/posts\/\d+\/bookmark/)
    await go('Bookmark')
    await expect.element(seen.getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
    await go('Home')
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    await expect.element(bookmark).toHaveAttribute('aria-pressed', 'true')

    await seen.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Post' })
    await dialog.getByRole('textbox').fill('One post, many places, edited')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await go('Profile')
    await expect.element(card('many places, edited')).toBeVisible()
    expect(await reads()).toHaveLength(2)
  })

  test('a new avatar and a follow show everywhere on the screen', async ({ api }) => {
    const [viewer, author] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Ada'))]
    await api.writePost(viewer, 'Look at my face')
    const post = await api.writePost(author, 'By Ada')
    await api.like(post, author)
    const screen = await renderScreen(`/profile/${viewer.username}`, { member: viewer })
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    // The label, for its text is not to be seen.
    const choice = dialog.getByText('Avatar 6')
    await expect.element(choice).toBeInTheDocument()
    await page.elementLocator(choice.element().closest('label') ?? choice.element()).click()
    await clickAndSave(dialog.getByRole('button', { name: 'Save' }), /^\/api\/users\/edit/)
    const face = () => card('Look at my face').query()?.querySelector('img')?.getAttribute('src')
    await expect.poll(face).toMatch(/preset-3/)
    await go('Home')
    await expect.poll(face).toMatch(/preset-3/)

    await screen.open(`/profile/${author.username}`)
    const head = page.getByRole('region', { name: 'Ada Mallard', exact: true })
    await clickAndSave(head.getByRole('button', { name: 'Follow', exact: true }), /^\/api\/users\/\d+\/follow/)
    await page.getByRole('button', { name: 'Liked by: 1' }).click()
    const likedBy = page.getByRole('dialog', { name: 'Liked By' })
    await expect.element(likedBy.getByRole('button', { name: 'Following' })).toBeVisible()
  })

  test("another member's post cannot be edited, and Liked By lists every liker, with follow and unfollow except for the viewer", async ({
    api,
  }) => {
    const sign = (name: string): Promise<Member> => api.signUp(makePerson(name))
    const [viewer, followed, stranger] = [await sign('Vic'), await sign('Fay'), await sign('Sam')]
    const post = await api.writePost(stranger, 'Liked by three')
    for (const member of [viewer, followed, stranger]) await api.like(post, member)
    await api.follow(followed, viewer)
    await renderScreen(`/post-detail/${post.id}`, { member: viewer, size: 'phone' })
    await card('Liked by three').getByRole('button', { name: 'Post options' }).click()
    await expect
      .poll(() => textsOf(page.getByRole('menuitem')))
      .toEqual(['Quote', 'Mute notifications', `Mute @${stranger.username}…`, `Block @${stranger.username}…`])
    await expect.poll(() => page.getByRole('menu').query()?.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()

    await page.getByRole('button', { name: 'Liked by: 3' }).click()
    const dialog = page.getByRole('dialog', { name: 'Liked By' })
    const rowOf = ({ username }: Member) => dialog.getByRole('listitem').filter({ hasText: `@${username}` })
    await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(3)
    expect(rowOf(viewer).getByRole('button').elements()).toEqual([])

    const follow = rowOf(stranger).getByRole('button')
    await expect.element(follow).toHaveTextContent('Follow')
    await clickAndSave(follow, /^\/api\/users\/\d+\/follow/)
    await expect.element(follow).toHaveTextContent('Following')
    const unfollow = rowOf(followed).getByRole('button')
    await expect.element(unfollow).toHaveTextContent('Following')
    await clickAndSave(unfollow, /^\/api\/users\/\d+\/follow/)
    await expect.element(unfollow).toHaveTextContent('Follow')

    await rowOf(stranger).getByRole('link').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => location.pathname).toBe(`/profile/${stranger.username}`)
    await expect.element(page.getByRole('button', { name: 'Following', exact: true }).first()).toBeVisible()
  })

  longTest('Bookmark lists a bookmarked post until the bookmark is removed', async ({ api }) => {
    const [author, viewer] = [await api.signUp(), await api.signUp()]
    const post = await api.writePost(author, 'To be kept')
    const screen = await renderScreen('/bookmark', { member: viewer, size: 'phone' })
    const empty = page.getByText('You have not added any Bookmarks!')
    await expect.element(empty).toBeVisible()
    await screen.open(`/post-detail/${post.id}`)
    const toggle = card('To be kept').getByRole('button', { name: 'Bookmark', exact: true })
    await clickAndSave(toggle, /^\/api\/posts\/\d+\/bookmark/)
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
    await screen.open('/bookmark')
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
    await clickAndSave(toggle, /^\/api\/posts\/\d+\/bookmark/)
    await screen.reload()
    await expect.element(empty).toBeVisible()
  })
})
