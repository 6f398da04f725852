import { describe, expect, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import { longTest, type Member, type MemberApi, makePerson, type Post, test } from '../../../test/component-test.ts'
import { card, clickAndSave } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { breakRequests, holdBack, stopRoutes, watchRequests } from '../../../test/requests.ts'
import { scrollTo } from '../../../test/scroll.ts'
import { type HeldTimers, holdTimers } from '../../../test/timers.ts'
import { look } from '../../../test/visibility.ts'
import { queryClient } from '../../data/cache/query-client.ts'
import { peopleLists } from '../../data/cache/query-keys.ts'
import { getNews } from '../../data/feed/news.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

describe('Home', () => {
  const cards = page.getByRole('region', { name: 'Your feed' }).getByRole('article')
  const button = (sort: string) => page.getByRole('button', { name: `${sort} Posts`, exact: false })

  async function expectPosts(...texts: string[]): Promise<void> {
    const shown = () => cards.elements().map(({ textContent }) => texts.find((text) => textContent.includes(text)))
    await expect.poll(shown).toEqual(texts)
  }

  test('the feed has the posts of the viewer and of followed members, in three orders', async ({ api }) => {
    const [viewer, followed, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()]
    const first = await api.writePost(viewer, 'The first')
    const second = await api.writePost(followed, 'The second')
    await api.writePost(viewer, 'The third')
    await api.writePost(stranger, 'By a stranger')
    await api.follow(followed, viewer)
    await api.like(first, stranger)
    await api.like(second, stranger)
    await api.like(second, viewer)
    await renderScreen('/', { member: viewer, size: 'phone' })
    let chosen = 'Latest'
    async function sortBy(sort: string): Promise<void> {
      await button(chosen).click()
      await page.getByRole('menuitemradio', { name: sort }).click()
      chosen = sort
      await expect.element(button(sort)).toBeVisible()
    }
    await expectPosts('The third', 'The second', 'The first')
    await sortBy('Oldest')
    await expectPosts('The first', 'The second', 'The third')
    await sortBy('Trending')
    await expectPosts('The second', 'The first', 'The third')
    await sortBy('Latest')
    await expectPosts('The third', 'The second', 'The first')

    await button('Latest').click()
    const choices = page.getByRole('menuitemradio')
    await expect
      .poll(() => choices.elements().map(({ textContent }) => textContent))
      .toEqual(['Trending', 'Oldest', 'Latest'])
    await expect.element(page.getByRole('menuitemradio', { name: 'Latest' })).toBeChecked()
  })

  test("a list that loads slowly says so; posts, suggestions and the viewer's record are each loaded once", async ({
    api,
  }) => {
    const member = await api.signUp()
    await api.writePost(member, 'Loaded once')
    // A record that was read half a minute ago is read again, and a slow machine may need that long.
    vi.setSystemTime(Date.now())
    const reads = await watchRequests(/^\/api\//, 'read')
    const gate = await holdBack(/^\/api\/feed/)
    await renderScreen('/', { member })
    const loading = page.getByRole('status').filter({ hasText: 'Loading posts' })
    await expect.element(loading).toBeInTheDocument()
    await expect.element(page.getByText(/^Sorry, there no posts to show!/)).not.toBeInTheDocument()
    await gate.open()
    await expect.element(card('Loaded once')).toBeVisible()
    await expect.element(loading).not.toBeInTheDocument()
    for (const name of ['Bookmark', 'Profile', 'Home']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
      await expect.element(heading(name)).toBeVisible()
    }
    await expect.element(card('Loaded once')).toBeVisible()
    const paths = (await reads()).map(({ path }) => path.replace(/\?.*/, ''))
    for (const path of ['/api/feed/resume', '/api/suggestions', `/api/users/${member.username}`]) {
      expect(paths.filter((each) => each === path)).toEqual([path])
    }
  })

  /** Writes posts of which three or four fill a screen. The last one is at the top of Home. */
  async function writeTall(api: MemberApi, author: Member, count: number): Promise<Post[]> {
    const posts: Post[] = []
    for (let number = 1; number <= count; number++)
      posts.push(await api.writePost(author, `Tall ${number}${'\n|'.repeat(9)}`))
    return posts
  }

  const offer = page.getByRole('button', { name: /^Continue where you stopped/ })
  const homeLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  /** How many pixels of a post are above the lower edge of the page's header. */
  function offsetOf(text: string): number {
    const line = document.querySelector('main [data-bar="top"]')?.getBoundingClientRect().bottom ?? 0
    return Math.round(line - (card(text).query()?.getBoundingClientRect().top ?? Number.NaN))
  }

  /** Renders the rows of a new list up to the first screen. The returned function renders the others. */
  function holdRows(): () => void {
    const Observer = IntersectionObserver
    const held: (() => void)[] = []
    let steps = 2
    globalThis.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          const isOfList = entries.some(({ target }) => target.matches('section[aria-label="Your feed"]'))
          if (isOfList && steps-- <= 0) held.push(() => callback(entries, observer))
          else callback(entries, observer)
        }, options)
      }
    }
    const release = () => {
      globalThis.IntersectionObserver = Observer
      for (const call of held.splice(0)) call()
    }
    onTestFinished(release)
    return release
  }

  test('opens with the newest post, and offers to continue where the member has stopped, to the pixel', async ({
    api,
  }) => {
    const member = await api.signUp()
    const posts = await writeTall(api, member, 30)
    await renderScreen('/', { member })
    await expect.element(card('Tall 30 |')).toBeVisible()
    await expect.element(offer).not.toBeInTheDocument()

    for (const [number, count] of [
      [24, '6 posts'],
      // Not on the first page.
      [5, '25 posts'],
    ] as const) {
      const post = posts[number - 1]
      if (!post) throw new Error('no post')
      await api.stopReading(post, 47, member)
      const screen = await renderScreen('/', { member })
      const renderAll = holdRows()
      await screen.reload()
      await expect.element(card('Tall 30 |')).toBeVisible()
      await expect.element(offer).toHaveTextContent(`Continue where you stopped ${count}`)
      expect(window.scrollY).toBe(0)
      // Before all rows are there, on a slow device.
      await offer.click()
      await expect.element(offer).not.toBeInTheDocument()
      renderAll()
      await expect.poll(() => offsetOf(`Tall ${number} |`)).toBe(47)
      await expect.element(page.getByText('You were here')).toBeInTheDocument()
    }

    // Home on Home is its top, and offers the way back.
    await homeLink.click()
    await expect.element(card('Tall 30 |')).toBeVisible()
    await expect.poll(() => window.scrollY).toBe(0)
    await expect.element(offer).toHaveTextContent('Continue where you stopped 25 posts')
    await page.getByRole('button', { name: 'Stay at the top' }).click()
    await expect.element(offer).not.toBeInTheDocument()
    const stored = async () =>
      (await (await fetch('/api/feed/position', { headers: { authorization: member.token } })).json()).position.postId
    await expect.poll(stored).toBe(posts.at(-1)?._id)
  })

  longTest(
    'opens where the member has stopped, if they have set it so; back and forward restore their places',
    async ({ api }) => {
      const member = await api.signUp()
      const posts = await writeTall(api, member, 30)
      const [, , , , fifth] = posts
      if (!fifth) throw new Error('no post')
      await api.stopReading(fifth, 47, member)
      await renderScreen('/settings', { member })
      const choice = page.getByRole('switch', { name: 'Open Home where you stopped reading' })
      await expect.element(choice).not.toBeChecked()
      await clickAndSave(choice, /^\/api\/account\/home/)
      await expect.element(choice).toBeChecked()
      const screen = await renderScreen('/', { member })
      await screen.reload()
      await expect.poll(() => offsetOf('Tall 5 |')).toBe(47)
      await expect.element(offer).not.toBeInTheDocument()
      await homeLink.click()
      await expect.element(card('Tall 30 |')).toBeVisible()
      await expect.poll(() => window.scrollY).toBe(0)

      // By a link to the top again, and back to where it was left.
      await api.resumeHome(member, false)
      await screen.reload()
      await offer.click()
      await expect.poll(() => offsetOf('Tall 5 |')).toBe(47)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
      await expect.element(heading('Profile')).toBeVisible()
      await homeLink.click()
      await expect.element(card('Tall 30 |')).toBeVisible()
      expect(window.scrollY).toBe(0)
      history.go(-2)
      await expect.poll(() => offsetOf('Tall 5 |')).toBe(47)
      history.go(2)
      await expect.element(card('Tall 30 |')).toBeVisible()
      await expect.poll(() => window.scrollY).toBe(0)
    },
  )

  test('the link to Home shows what was written meanwhile, and a post from the button is shown', async ({ api }) => {
    const [member, author] = [await api.signUp(), await api.signUp()]
    await api.follow(author, member)
    await writeTall(api, author, 12)
    await renderScreen('/', { member })
    await expect.element(card('Tall 12 |')).toBeVisible()
    const pill = page.getByRole('button', { name: /new posts?$/ })
    for (const where of ['Explore', 'Home']) {
      if (where === 'Home') await scrollTo(card('Tall 5 |'))
      else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: where }).click()
      const { _id: id } = await api.writePost(author, `Written meanwhile, on ${where}`)
      if (where === 'Home') await expect.element(pill).toBeVisible()
      else await expect.poll(() => getNews().ids).toContain(id)
      await homeLink.click()
      await expect.element(card(`Written meanwhile, on ${where}`)).toBeVisible()
      await expect.poll(() => window.scrollY).toBe(0)
      await expect.element(pill).not.toBeInTheDocument()
    }
    await scrollTo(card('Tall 5 |'))
    await page.getByRole('button', { name: 'New Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    await dialog.getByRole('textbox', { name: 'New post' }).fill('From the button')
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(card('From the button')).toBeInViewport()
    await expect.poll(() => window.scrollY).toBe(0)
  })

  test('a place that could not be stored does not replace the later one that is to be stored', async ({
    api,
    noise,
  }) => {
    noise.expect(/ERR_CONNECTION_FAILED/)
    const member = await api.signUp()
    for (let number = 1; number <= 12; number++) await api.writePost(member, `Tall ${number}${'\n|'.repeat(9)}`)
    await renderScreen('/', { member })
    await expect.element(card('Tall 12')).toBeVisible()
    const placeOf = ({ postId, offset }: { postId: string; offset: number }) => `${postId} ${offset}`
    const noted = () => placeOf(JSON.parse(localStorage.getItem(`position:#${member._id}:latest`) ?? '{}').body)
    const stored = async () => {
      const answer = await fetch('/api/feed/position', { headers: { authorization: member.token } })
      return placeOf((await answer.json()).position ?? {})
    }
    await breakRequests(/^\/api\/feed\/position/, 'write')
    const earlier = await holdBack(/^\/api\/feed\/position/, 'write')
    await userEvent.keyboard('{PageDown}')
    await earlier.arrived()
    const before = noted()
    await userEvent.keyboard('{PageDown}')
    await expect.poll(noted).not.toBe(before)
    await earlier.open()
    await noise.hear(/ERR_CONNECTION_FAILED/)
    await stopRoutes()
    // A page that is hidden stores what is left. Again, if a request was on its way.
    const isStored = async () => {
      look('hidden')
      look('visible')
      return (await stored()) === noted()
    }
    await expect.poll(isStored).toBe(true)
  })
})

/** By a selector: a list hides its rows while it measures them, and hidden rows have no role. */
const POSTS = 'section[aria-label="All posts"] article'

/** By how many Explore's posts have become more or fewer, change by change. */
function watchSteps(): () => number[] {
  const counts: number[] = []
  const observer = new MutationObserver(() => {
    const count = document.querySelectorAll(POSTS).length
    if (count !== (counts.at(-1) ?? 0)) counts.push(count)
  })
  observer.observe(document, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => counts.map((count, index) => count - (counts[index - 1] ?? 0))
}

describe('Explore', () => {
  const posts = page.getByRole('region', { name: 'All posts' }).getByRole('article')
  const loader = page.getByText('Loading more')

  /** Writes posts of which three or four fill a screen. */
  async function writeTallPosts(api: MemberApi): Promise<string> {
    const member = await api.signUp()
    for (let number = 1; number <= 9; number++) {
      await api.writePost(member, `Tall ${number} of ${member.username}${'\n|'.repeat(9)}`)
    }
    return member.username
  }

  /** By its link: the place of a page's first entry would be that of another test, which is still in memory. */
  async function openExplore(api: MemberApi): Promise<void> {
    await renderScreen('/', { member: await api.signUp() })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click()
    await expect.element(posts.first()).toBeVisible()
  }

  test('reveals one post per step, and no more than is scrolled to', async ({ api }) => {
    const author = await writeTallPosts(api)
    const steps = watchSteps()
    await openExplore(api)
    const first = card(`Tall 1 of ${author}`)
    // The sentinel has left the screen, so no further post is revealed.
    await expect.element(loader).not.toBeInViewport()
    expect(first.query()).toBeNull()
    // Fewer, if another test deletes its post.
    expect(Math.max(...steps())).toBe(1)
    // Each post is where the sentinel was when it revealed that post. All must therefore be in view.
    const tops = posts.elements().map((post) => post.getBoundingClientRect().top)
    expect(Math.max(...tops)).toBeLessThan(window.innerHeight)
    await scrollTo(first)
  })

  test('the pulse loader is shown for 5 seconds after each step', async ({ api }) => {
    await writeTallPosts(api)
    // Without live events: a post that another test deletes restarts the time.
    await holdBack(/^\/api\/events/)
    const timers = holdTimers(5_000)
    await openExplore(api)
    await expect.element(loader).not.toBeInViewport()
    await expect.element(loader).toBeInTheDocument()
    // A last step may follow: until a post is measured, it may be taken for a higher one.
    await expect
      .poll(() => {
        timers.run()
        return loader.query()
      })
      .toBeNull()

    window.scrollTo(0, document.body.scrollHeight)
    await expect.element(loader).toBeInTheDocument()
    await expect.element(loader).not.toBeInViewport()
    // Each step begins the time anew, also a last one as above.
    await expect.poll(timers.waiting).toBe(1)
    await expect
      .poll(() => {
        timers.run()
        return loader.query()
      })
      .toBeNull()
  })

  test('reveals all posts of more than one page, newest first', async ({ api }) => {
    const author = await api.signUp()
    // More than a page of the list. Others write meanwhile: not all posts between two of these are near both.
    const size = 25
    for (let number = 1; number <= size; number++) {
      await api.writePost(author, `Number ${number} of ${author.username}`)
      if (number === 12) await writeTallPosts(api)
    }
    const numbers = new RegExp(`Number (\\d+) of ${author.username}`)
    const shown = () =>
      [...document.querySelectorAll(POSTS)]
        .flatMap(({ textContent }) => numbers.exec(textContent)?.[1] ?? [])
        .map(Number)
    await openExplore(api)
    for (let number = size; number > 0; number--) {
      await scrollTo(card(`Number ${number} of ${author.username}`))
      const [newest = 0, ...older] = shown()
      expect(older).toEqual(older.map((_, at) => newest - 1 - at))
    }
  })
})

describe('Who to follow', () => {
  const panel = page.getByRole('region', { name: 'Who to follow' })
  const [first, second] = [panel.getByRole('listitem').first(), panel.getByRole('listitem').nth(1)]
  const names = panel.getByRole('listitem').getByText(/^@/)
  const follow = first.getByRole('button', { name: 'Follow', exact: true })
  const following = first.getByRole('button', { name: 'Following', exact: true })
  const textsOf = () => names.elements().map(({ textContent }) => textContent)

  /** A member whose suggestions are these: whom somebody follows whom they follow. Eight, more than are shown. */
  async function signUpViewer(
    api: MemberApi,
  ): Promise<{ viewer: Member; known: Member; near: string[]; members: Member[] }> {
    const [viewer, known] = [await api.signUp(), await api.signUp()]
    const near: string[] = []
    const members: Member[] = []
    for (let count = 0; count < 8; count++) {
      const member = await api.signUp(makePerson('Nea'))
      await api.follow(member, known)
      near.push(`@${member.username}`)
      members.push(member)
    }
    await api.follow(known, viewer)
    return { viewer, known, near, members }
  }

  /** How long a followed member stays, in milliseconds. */
  const STAY = 4_000

  /** Lets the time pass. Further suggestions, which a follow loads, are there: without them nobody takes the place. */
  async function passTime(stay: HeldTimers): Promise<void> {
    await expect.poll(stay.waiting).toBe(1)
    await expect.poll(() => queryClient.isFetching({ queryKey: peopleLists.suggestions })).toBe(0)
    stay.run()
  }

  test('suggests neither the viewer nor members already followed', async ({ api }) => {
    const { viewer, known, near } = await signUpViewer(api)
    const screen = await renderScreen('/explore', { member: viewer })
    await expect.poll(() => textsOf().length).toBe(5)
    expect(near).toEqual(expect.arrayContaining(textsOf()))
    const [followed = '', ...others] = textsOf()
    const stay = holdTimers(STAY)
    await clickAndSave(follow, /^\/api\/users\/\d+\/follow/)
    await expect.element(following).toBeVisible()
    await expect.element(first).toMatchTextContent(followed)
    await passTime(stay)
    await expect.element(first, { message: 'another takes the place' }).not.toMatchTextContent(followed)
    await expect.poll(() => textsOf().length).toBe(5)
    expect(textsOf().slice(1), 'the others stay where they are').toEqual(others)

    await screen.reload()
    await expect.poll(() => textsOf().length).toBe(5)
    for (const { username } of [viewer, known]) expect(textsOf()).not.toContain(`@${username}`)
    expect(textsOf()).not.toContain(followed)
  })

  test('a follow that is undone immediately leaves the suggestion in its row', async ({ api }) => {
    const { viewer } = await signUpViewer(api)
    await renderScreen('/explore', { member: viewer })
    await expect.poll(() => textsOf().length).toBe(5)
    const [text = ''] = textsOf()
    const stay = holdTimers(STAY)
    await clickAndSave(follow, /^\/api\/users\/\d+\/follow/)
    await clickAndSave(following, /^\/api\/users\/\d+\/follow/)
    await expect.element(follow).toBeVisible()
    expect(stay.waiting(), 'nothing will take the row away').toBe(0)
    await expect.element(first).toMatchTextContent(text)
  })

  test('after a follow by keyboard, the focus is in the row that replaces the suggestion', async ({ api }) => {
    const { viewer } = await signUpViewer(api)
    await renderScreen('/explore', { member: viewer })
    await expect.poll(() => textsOf().length).toBe(5)
    const [text = ''] = textsOf()
    const stay = holdTimers(STAY)
    const saved = await watchRequests(/^\/api\/users\/\d+\/follow/, 'write')
    ;(follow.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(async () => (await saved()).at(0)?.status).toBe(200)
    await passTime(stay)
    await expect.element(first).not.toMatchTextContent(text)
    await expect.element(first.getByRole('link')).toHaveFocus()
    await expect.element(follow).toBeVisible()

    const [next = ''] = textsOf()
    await userEvent.keyboard('{Tab}{Enter}{Tab}')
    await expect.element(following).toBeVisible()
    await expect.poll(async () => (await saved()).at(1)?.status).toBe(200)
    await passTime(stay)
    await expect.element(first).not.toMatchTextContent(next)
    // The focus is not moved after the user has moved it.
    await expect.element(second.getByRole('link')).toHaveFocus()
    await expect.element(panel.getByRole('status')).toMatchTextContent(/^New suggestion: ./)
  })

  test('a suggestion that is replaced while further ones load does not come back', async ({ api }) => {
    const { viewer } = await signUpViewer(api)
    await renderScreen('/explore', { member: viewer })
    await expect.poll(() => textsOf().length).toBe(5)
    const [followed = '', ...others] = textsOf()
    const stay = holdTimers(STAY)
    const further = await holdBack(/^\/api\/suggestions\?.*cursor=/)
    await clickAndSave(follow, /^\/api\/users\/\d+\/follow/)
    await further.arrived()
    await expect.poll(stay.waiting).toBe(1)
    stay.run()
    await further.open()
    await expect.element(first).not.toMatchTextContent(followed)
    await expect.poll(() => queryClient.isFetching({ queryKey: peopleLists.suggestions })).toBe(0)
    await expect.poll(() => textsOf().length).toBe(5)
    expect(textsOf()).not.toContain(followed)
    expect(textsOf().slice(1), 'the others stay where they are').toEqual(others)
  })

  describe('below 1024 px', () => {
    const main = page.getByRole('main')

    async function writeTall(api: MemberApi, count: number): Promise<Member> {
      const author = await api.signUp()
      for (let number = 1; number <= count; number++) await api.writePost(author, `High ${number}${'\n|'.repeat(9)}`)
      return author
    }

    test('it is after the first posts of Explore, moves none of them, and leads to a page of all', async ({ api }) => {
      const { viewer, near } = await signUpViewer(api)
      await writeTall(api, 9)
      const gate = await holdBack(/^\/api\/suggestions/)
      await renderScreen('/', { member: viewer, size: 'phone' })
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click()
      await gate.arrived()
      const posts = () => [...document.querySelectorAll(POSTS)]
      /**
       * The newest is the first. The last one that is revealed is mounted, while those far above it may be unmounted.
       * Posts of other tests may be among them.
       */
      const revealed = () =>
        10 - Math.min(...posts().flatMap((post) => /High (\d+)/.exec(post.textContent)?.slice(1).map(Number) ?? []))
      // More than it needs to be above it, and not all.
      await expect
        .poll(async () => {
          if (revealed() < 5) window.scrollTo(0, Math.max(600, scrollY + 40))
          await new Promise(requestAnimationFrame)
          return revealed()
        })
        .toBeGreaterThanOrEqual(5)
      // It is shown for a time after each step.
      const loader = page.getByText('Loading more')
      await expect
        .poll(() => loader.query()?.getBoundingClientRect().top ?? innerHeight)
        .toBeGreaterThanOrEqual(innerHeight)
      // The list may mount further posts at any time, and unmount what is far from the window.
      const topOf = (post: Element) => Math.round(post.getBoundingClientRect().top)
      const before = new Map(posts().map((post) => [post, topOf(post)]))
      const seen = [...before.keys()].filter(
        (post) => topOf(post) < innerHeight && post.getBoundingClientRect().bottom > 0,
      )
      expect(seen).not.toEqual([])
      await gate.open()
      await expect.element(panel).toBeInTheDocument()
      expect(seen.filter((post) => !post.isConnected)).toEqual([])
      const isAbove = (post: Element) =>
        post.compareDocumentPosition(panel.element()) & Node.DOCUMENT_POSITION_FOLLOWING
      for (const [post, top] of [...before].filter(([{ isConnected }]) => isConnected)) {
        expect(topOf(post)).toBe(top)
        expect(isAbove(post), 'no post that was there is below it').toBeTruthy()
      }

      await expect.poll(() => textsOf().length).toBe(5)
      expect(near).toEqual(expect.arrayContaining(textsOf()))
      panel
        .getByRole('link', { name: /^Show more/ })
        .element()
        .scrollIntoView({ block: 'center' })
      await expect
        .poll(() => posts().filter((post) => !isAbove(post)).length, { message: 'posts follow' })
        .toBeGreaterThan(0)
      await panel.getByRole('link', { name: /^Show more/ }).click()
      await expect.element(heading('Who to follow')).toBeVisible()
      expect(location.pathname).toBe('/who-to-follow')
      const rows = main.getByRole('listitem')
      const shown = () =>
        rows
          .getByText(/^@/)
          .elements()
          .map(({ textContent }) => textContent)
      await expect.poll(shown).toEqual(expect.arrayContaining(near))
      await expectAccessible()
      const row = rows.filter({ hasText: near[0] ?? '' })
      await clickAndSave(row.getByRole('button', { name: 'Follow', exact: true }), /^\/api\/users\/\d+\/follow/)
      await expect.element(row.getByRole('button', { name: 'Following', exact: true })).toBeVisible()

      history.back()
      await expect.element(panel, { message: 'it is where it was' }).toBeInTheDocument()
    })

    longTest(
      'who follows ten members has it no more on Explore, but on a page, to which the search leads',
      async ({ api }) => {
        const viewer = await api.signUp()
        for (let count = 0; count < 10; count++) await api.follow(await api.signUp(), viewer)
        const author = await api.signUp()
        for (const text of ['One', 'Two', 'Three']) await api.writePost(author, text)
        const asked = await watchRequests(/^\/api\/(suggestions|trending-tags)/)
        const screen = await renderScreen('/explore', { member: viewer, size: 'phone' })
        // What comes after it has loaded.
        await expect.poll(async () => (await asked()).map(({ path }) => path)).toEqual(['/api/trending-tags'])
        await expect.poll(() => document.querySelectorAll(POSTS).length).toBeGreaterThanOrEqual(3)
        expect(panel.query()).toBeNull()

        await screen.open('/search')
        await main.getByRole('link', { name: 'Who to follow' }).click()
        await expect.element(heading('Who to follow')).toBeVisible()
        await expect.element(main.getByRole('button', { name: 'Follow', exact: true }).first()).toBeVisible()
        await screen.open('/search?q=ann&tab=people')
        await expect.element(main.getByRole('link', { name: 'Who to follow' })).toBeVisible()
      },
    )

    longTest('it is on Home while that is empty, and a follow fills Home', async ({ api }) => {
      const { viewer, members } = await signUpViewer(api)
      for (const member of members) await api.writePost(member, 'To be followed')
      await renderScreen('/', { member: viewer, size: 'phone' })
      await expect.element(main.getByText(/^Sorry, there no posts to show!/)).toBeVisible()
      await expect.poll(() => textsOf().length).toBe(5)
      ;(follow.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(card('To be followed')).toBeVisible()
      expect(panel.query()).toBeNull()
      await expect.element(main, { message: 'the button that had the focus is gone' }).toHaveFocus()
    })

    longTest('from there on, it is beside the page alone', async ({ api }) => {
      const { viewer } = await signUpViewer(api)
      await writeTall(api, 3)
      const screen = await renderScreen('/', { member: viewer })
      for (const path of ['/', '/explore', '/search']) {
        await screen.open(path)
        await expect.poll(() => textsOf().length).toBe(5)
        await expect.element(panel).toHaveLength(1)
        expect(main.element().contains(panel.element()), path).toBe(false)
        expect(main.getByRole('link', { name: 'Who to follow' }).query()).toBeNull()
      }
      await panel.getByRole('link', { name: /^Show more/ }).click()
      await expect.element(main.getByRole('listitem').first()).toBeVisible()
      expect(panel.query(), 'its page has all of it').toBeNull()
    })
  })
})
