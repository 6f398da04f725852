import { type APIRequestContext, expect, type Page, type Request } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import type { Random } from '@quack/testing/random'
import { Api, type Member } from '../support/api.ts'
import { memberKey, readRows } from '../support/device.ts'
import { makePhoto } from '../support/photo.ts'
import { type RestartableBrowser, untilInstalled } from '../support/restartable.ts'
import { logIn } from '../support/test.ts'
import type { HistoryServer } from './cluster-server.ts'
import type { CuttingProxy } from './cutting-proxy.ts'
import { compare, readSwitches, type Subjects, SWITCHES } from './final-state.ts'
import { Model, type ModelComment, type ModelPost, type Toggle } from './model.ts'
import { Screen } from './screen.ts'

/** What histories share: a server, a browser, and a proxy between them. */
export interface World {
  readonly server: HistoryServer
  readonly browser: RestartableBrowser
  readonly proxy: CuttingProxy
  /** To the server, beside the proxy. */
  readonly request: APIRequestContext
  /** How many times slower the browser's pages run. */
  readonly slowdown: number
  /** An installation with an older client. */
  readonly older: string | null
}

/** How often each thing has happened in all histories. */
export type Counts = Map<string, number>

const STEPS = 20
const OLD_POSTS = 4
const TOGGLES: readonly Toggle[] = ['like', 'bookmark']

/** A desired state in the browser's database. */
interface Kept {
  member: string
  kind: string
  target: string
  body: unknown
  state: string
}

/** One of the members who use the browser one after the other. */
interface Writer {
  /** With a session beside that of the browser, which ends when the member logs out. */
  readonly member: Member
  /** The token of the browser's session. */
  session: string
  readonly model: Model
  /** Of the old posts. */
  readonly ids: Map<ModelPost, string>
}

interface Tab {
  readonly page: Page
  /**
   * It may show what is older than the last tap: it was opened without a connection, or another tab has tapped since.
   */
  isStale: boolean
}

/** One random history of two new members. @returns how the server differs from what was written */
export async function runHistory(world: World, random: Random, name: string, counts: Counts): Promise<string[]> {
  const history = new History(world, random, name, counts)
  try {
    await history.begin()
    for (let step = 0; step < STEPS; step += 1) {
      if (step === STEPS / 4) await history.changeRelease()
      await history.step()
    }
    return await history.end()
  } catch (error) {
    return [`${String(error instanceof Error ? error.stack : error)}\n${await history.describe()}`]
  }
}

class History {
  readonly #world: World
  readonly #random: Random
  readonly #name: string
  readonly #counts: Counts
  readonly #log: string[] = []
  readonly #underWay = new Set<Request>()
  #writers: readonly Writer[] = []
  #subjects: Subjects | null = null
  #tabs: Tab[] = []
  #texts = 0
  #isOffline = false
  #isDown = false
  #writer: Writer | null = null
  #tab: Tab | null = null

  constructor(world: World, random: Random, name: string, counts: Counts) {
    this.#world = world
    this.#random = random
    this.#name = name
    this.#counts = counts
  }

  get #page(): Page {
    if (!this.#tab) throw new Error('There is no page.')
    return this.#tab.page
  }

  get #screen(): Screen {
    return new Screen(this.#page)
  }

  get #current(): Writer {
    if (!this.#writer) throw new Error('The history has not begun.')
    return this.#writer
  }

  get #model(): Model {
    return this.#current.model
  }

  get #isCut(): boolean {
    return this.#isOffline || this.#isDown
  }

  #text(kind: string): string {
    this.#texts += 1
    return `${this.#name}-${kind}-${String(this.#texts).padStart(2, '0')}.`
  }

  async begin(): Promise<void> {
    const api = new Api(this.#world.request)
    const friend = await api.signUp()
    this.#subjects = { friend, tag: `${this.#name}tag` }
    this.#writers = [await this.#prepareWriter(api, friend), await this.#prepareWriter(api, friend)]
    this.#writer = this.#random.pick(this.#writers)
    if (this.#world.older !== null) await this.#install(this.#random.pick([undefined, this.#world.older]))
    await this.#open()
    await untilInstalled(this.#page)
    const last = this.#model.posts.at(-1)?.text ?? ''
    await expect.poll(() => this.#screen.shows(last), { timeout: patient(60_000) }).toBe(true)
  }

  async #prepareWriter(api: Api, friend: Member): Promise<Writer> {
    const member = await api.signUp()
    const model = new Model(Array.from({ length: OLD_POSTS }, () => this.#text('old')))
    const ids = new Map<ModelPost, string>()
    for (const post of model.posts) {
      const written = await api.writePost(member, post.text)
      ids.set(post, written._id)
      for (const author of [member, friend]) {
        const comment = { text: this.#text('remark'), isOwn: author === member, isOld: true, vote: 'none' } as const
        await api.comment(written, author, comment.text)
        post.comments.push({ ...comment })
      }
    }
    return { member, session: await api.signInAgain(member), model, ids }
  }

  async #open(): Promise<void> {
    const page = await this.#world.browser.page()
    page.on('request', (request) => this.#underWay.add(request))
    page.on('requestfinished', (request) => this.#underWay.delete(request))
    page.on('requestfailed', (request) => {
      this.#underWay.delete(request)
      this.#noteEnd(request, request.failure()?.errorText ?? 'failed')
    })
    page.on('response', (response) => this.#noteEnd(response.request(), String(response.status())))
    await page.setViewportSize({ width: 1280, height: 5_000 })
    if (this.#world.slowdown > 1) {
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: this.#world.slowdown })
    }
    // The first one writes the session: the browser may have been killed before it was on the disk.
    if (this.#tabs.length === 0) {
      const { session: token, member } = this.#current
      const { username } = member
      await page.goto(`${this.#world.proxy.address}/login`)
      await page.evaluate((values) => Object.assign(localStorage, values), { token, username })
    }
    this.#tab = { page, isStale: this.#isCut }
    this.#tabs.push(this.#tab)
    await this.#goHome()
  }

  async #goHome(): Promise<void> {
    await this.#page.goto(this.#world.proxy.address)
    await this.#awaitHome()
  }

  async #awaitHome(): Promise<void> {
    await expect(this.#page.getByRole('form', { name: 'New post' })).toBeVisible({ timeout: patient(60_000) })
    if (this.#tab) this.#tab.isStale = this.#isCut
  }

  async #closeTabs(): Promise<void> {
    for (const { page } of this.#tabs.splice(0)) await page.close().catch(() => undefined)
    this.#tab = null
  }

  /** As somebody who has two windows beside each other. */
  async openSecondTab(): Promise<void> {
    if (this.#tabs.length > 1) return
    this.#count('second tab')
    await this.#open()
  }

  async #install(root: string | undefined): Promise<void> {
    this.#count(root === undefined ? 'this release' : 'older release')
    await this.#world.server.kill()
    this.#world.server.root = root
    await this.#world.server.start()
  }

  /** A new release, or one that is taken back. The tabs of the other one stay open. */
  async changeRelease(): Promise<void> {
    if (this.#world.older === null) return
    await this.#restore()
    await this.#install(this.#world.server.root === undefined ? this.#world.older : undefined)
    await this.openSecondTab()
  }

  /** Logs out, which needs no connection, and lets the other member log in. */
  async changeMember(): Promise<void> {
    await this.#logInAs(this.#random.pick(this.#writers.filter((writer) => writer !== this.#writer)))
  }

  async #logInAs(writer: Writer): Promise<void> {
    this.#count('another member')
    for (const { page } of this.#tabs) if (page !== this.#page) await page.close()
    this.#tabs = this.#tabs.filter(({ page }) => page === this.#page)
    await this.#screen.logOut()
    await this.#restore()
    this.#writer = writer
    await logIn(this.#page, writer.member)
    await this.#awaitHome()
    writer.session = await this.#page.evaluate(() => localStorage.getItem('token') ?? '')
  }

  /** The ends of writes among the steps tell what was sent when. */
  #noteEnd(request: Request, end: string): void {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() !== 'GET') this.#log.push(`(${pathname} ${end})`)
  }

  /** What the screen showed when the history failed, and what had been done. */
  async describe(): Promise<string> {
    const snapshot = this.#tab?.page.locator('body').ariaSnapshot({ timeout: 5_000 })
    const locks = this.#tab?.page.evaluate(async () => JSON.stringify(await navigator.locks.query()))
    const requests = [...this.#underWay].map((request) => `${request.method()} ${request.url()}`)
    const lines = [
      `After ${this.#log.join(', ')}:`,
      `Locks: ${await locks?.catch(String)}`,
      `Requests under way: ${requests.join(', ')}`,
      await snapshot?.catch(String),
    ]
    return lines.join('\n')
  }

  async step(): Promise<void> {
    this.#tab = this.#random.pick(this.#tabs)
    await this.#page.bringToFront()
    const cuts = this.#isCut
      ? [this.#restore, this.#restore, this.#killBrowser]
      : [this.#goOffline, this.#killServer, this.#cutNextWrite, this.#cutNextWrite, this.#killBrowser]
    if (this.#random.chance(0.3)) await this.#random.pick(cuts).call(this)
    await this.#random.pick(WRITES).call(this)
  }

  #count(what: string): void {
    this.#log.push(what)
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  async #goOffline(): Promise<void> {
    this.#count('browser offline')
    this.#isOffline = true
    await this.#world.browser.context.setOffline(true)
  }

  async #killServer(): Promise<void> {
    this.#count('server killed')
    this.#isDown = true
    await this.#world.server.kill()
  }

  /** The server is killed between a request and its answer. */
  #cutNextWrite(): void {
    this.#isDown = true
    const moment = this.#random.pick(['request', 'answer'] as const)
    this.#world.proxy.cutAt(moment, () => {
      this.#count(`server killed at the ${moment} of a write`)
      void this.#world.server.kill()
    })
  }

  async #killBrowser(): Promise<void> {
    this.#count('browser killed')
    await this.#world.browser.kill()
    await this.#world.browser.start()
    this.#tabs = []
    this.#underWay.clear()
    if (this.#isOffline) await this.#world.browser.context.setOffline(true)
    await this.#open()
  }

  async #restore(): Promise<void> {
    this.#world.proxy.disarm()
    await this.#world.server.start()
    this.#log.push('restored')
    await this.#world.browser.context.setOffline(false)
    this.#isDown = false
    this.#isOffline = false
  }

  async writePost(): Promise<void> {
    const picture = this.#random.chance(0.25) ? await makePhoto() : null
    const text = this.#text('post')
    await this.#screen.post(text, picture)
    this.#count(picture ? 'post with a picture' : 'post')
    this.#model.write(text, picture !== null)
  }

  async writeComment(): Promise<void> {
    const post = await this.#pickOld()
    if (!post) return
    const text = this.#text('comment')
    await this.#screen.comment(post.text, text)
    this.#count('comment')
    this.#model.comment(post, text)
  }

  async editPost(): Promise<void> {
    const post = await this.#pickOld()
    if (!post) return
    const text = this.#text('edited')
    await this.#screen.edit(post.text, text)
    this.#count('edit')
    this.#model.edit(post, text)
  }

  async removePost(): Promise<void> {
    const post = await this.#pickOld()
    if (!post) return
    await this.#screen.remove(post.text)
    this.#count('deletion')
    this.#model.remove(post)
  }

  async editComment(): Promise<void> {
    const found = await this.#pickComment(({ isOwn, isOld }) => isOwn && isOld)
    if (!found) return
    const text = this.#text('amended')
    await this.#screen.editComment(found.post.text, found.comment.text, text)
    this.#count('edit of a comment')
    found.comment.text = text
  }

  async removeComment(): Promise<void> {
    const found = await this.#pickComment(({ isOwn, isOld }) => isOwn && isOld)
    if (!found) return
    await this.#screen.removeComment(found.post.text, found.comment.text)
    this.#count('deletion of a comment')
    found.post.comments.splice(found.post.comments.indexOf(found.comment), 1)
  }

  async vote(): Promise<void> {
    const found = await this.#pickComment(({ isOwn }) => !isOwn)
    if (!found) return
    const side = this.#random.pick(['up', 'down'] as const)
    if (!(await this.#screen.vote(found.post.text, found.comment.text, side))) return
    this.#count(`vote ${side}`)
    found.comment.vote = side
    await this.#untilSettled('vote')
  }

  /** The browser cannot know of what another device has written: the member has to choose in the end. */
  async conflict(): Promise<void> {
    if (!this.#isOffline || this.#isDown) return
    const post = await this.#pickOld()
    if (!post) return
    const [mine, theirs] = [this.#text('mine'), this.#text('theirs')]
    const { member, ids } = this.#current
    const { content: before } = await this.#readPost(post)
    const kept = (await this.#rows()).some(({ target }) => target === ids.get(post))
    // What is on its way might be what is based on the other device's version.
    if (kept || before !== post.text) return
    await this.#world.request.post(`/api/posts/edit/${ids.get(post)}`, {
      headers: { authorization: member.token },
      data: { postData: { content: theirs } },
    })
    await this.#screen.edit(post.text, mine)
    this.#count('conflict')
    post.text = mine
    post.theirs = theirs
  }

  async switch(): Promise<void> {
    const name = this.#random.pick(SWITCHES)
    const { friend, tag } = this.#subjects as Subjects
    const path = { follow: `profile/${friend.username}`, followTag: `tag/${tag}`, setting: 'settings/notifications' }[
      name
    ]
    await this.#page.goto(`${this.#world.proxy.address}/${path}`)
    const control = this.#screen.switch(name)
    const isThere = await control.waitFor({ timeout: patient(this.#isCut ? 3_000 : 30_000) }).then(
      () => control.isEnabled(),
      () => false,
    )
    if (isThere) {
      const isOn = !(await this.#screen.isSwitchedOn(name))
      await control.click()
      await expect.poll(() => this.#screen.isSwitchedOn(name)).toBe(isOn)
      this.#count(isOn ? name : `${name} taken back`)
      if (isOn) this.#model.switches.add(name)
      else this.#model.switches.delete(name)
      await this.#untilSettled(name, async () => {
        const stored = await readSwitches(this.#world.request, this.#current.member, this.#subjects as Subjects)
        return stored[name] === isOn
      })
    }
    await this.#goHome()
  }

  /** A tap is shown at once, and stored soon. */
  async #untilSettled(kind: string, isSent: () => Promise<boolean> = async () => !this.#isCut): Promise<void> {
    const isKept = async () => (await this.#rows()).some((row) => row.kind === kind)
    await expect.poll(async () => (await isKept()) || (await isSent().catch(() => false))).toBe(true)
  }

  async toggle(): Promise<void> {
    const post = await this.#pickOld()
    if (!post) return
    const toggle = this.#random.pick(TOGGLES)
    if (await this.#toggleElsewhere(post, toggle)) await this.#tap(post, toggle)
    await this.#tap(post, toggle)
  }

  /** Another device taps, which this one cannot know. Two taps here then do not cancel each other out. */
  async #toggleElsewhere(post: ModelPost, toggle: Toggle): Promise<boolean> {
    // What is on its way might arrive later. An older client may drop both taps.
    const isLeftOut = !this.#isOffline || this.#isDown || this.#world.older !== null
    if (isLeftOut || (await this.#findKept(post, toggle))) return false
    const { member, ids } = this.#current
    const method = post.toggles.has(toggle) ? 'delete' : 'put'
    const headers = { authorization: member.token }
    await this.#world.request[method](`/api/posts/${ids.get(post)}/${toggle}`, { headers })
    this.#count(`${toggle} on another device`)
    return true
  }

  async #tap(post: ModelPost, toggle: Toggle): Promise<void> {
    const before = await this.#findKept(post, toggle)
    const isShown = () => this.#screen.isOn(post.text, toggle)
    const isStale = this.#tab?.isStale === true
    const isOn = !(isStale ? await isShown() : post.toggles.has(toggle))
    // Otherwise a tap was lost.
    if (!isStale) await expect.poll(isShown, { timeout: patient(30_000) }).toBe(!isOn)
    this.#model.toggle(post, toggle, isOn)
    for (const tab of this.#tabs) if (tab !== this.#tab) tab.isStale = true
    await this.#screen.toggle(post.text, toggle, isOn)
    this.#count(isOn ? toggle : `${toggle} taken back`)
    await expect.poll(() => this.#isKept(post, toggle, isOn, before), { timeout: patient(60_000) }).toBe(true)
  }

  /** What the browser has of the member. */
  async #rows(): Promise<Kept[]> {
    const rows = await readRows<Kept>(this.#page, 'outbox')
    return rows.filter(({ member }) => member === memberKey(this.#current.member))
  }

  async #findKept(post: ModelPost, toggle: Toggle): Promise<Kept | undefined> {
    return (await this.#rows()).find(({ kind, target }) => kind === toggle && target === this.#current.ids.get(post))
  }

  /** Whether a tap, which is shown at once, also survives that the browser is killed. */
  async #isKept(post: ModelPost, toggle: Toggle, isOn: boolean, before: Kept | undefined): Promise<boolean> {
    const kept = await this.#findKept(post, toggle)
    if (kept) return kept.body === isOn
    const stored = await this.#readPost(post).catch(() => null)
    // Without a server, only a row can say that the state is the server's again: by being gone.
    if (!stored) return before !== undefined
    return (toggle === 'like' ? stored.viewer.liked : stored.viewer.bookmarked) === isOn
  }

  async #readPost(post: ModelPost): Promise<{ content: string; viewer: { liked: boolean; bookmarked: boolean } }> {
    const { member, ids } = this.#current
    const answer = await this.#world.request.get(`/api/posts/${ids.get(post)}`, {
      headers: { authorization: member.token },
    })
    return (await answer.json()).post
  }

  async editWaiting(): Promise<void> {
    const post = await this.#pickWaiting()
    if (!post) return
    const text = this.#text('revised')
    await this.#screen.editWaiting(post.text, text)
    this.#count('edit of a waiting post')
    this.#model.edit(post, text)
  }

  async removeWaiting(): Promise<void> {
    const post = await this.#pickWaiting()
    if (!post) return
    await this.#screen.removeWaiting(post.text)
    this.#count('removal of a waiting post')
    this.#model.remove(post)
  }

  async #pickOld(): Promise<ModelPost | null> {
    const old = this.#model.posts.filter(({ isOld, theirs }) => isOld && theirs === undefined)
    const post = old.length > 0 ? this.#random.pick(old) : null
    return post && (await this.#screen.shows(post.text)) ? post : null
  }

  async #pickComment(
    isWanted: (comment: ModelComment) => boolean,
  ): Promise<{ post: ModelPost; comment: ModelComment } | null> {
    const post = await this.#pickOld()
    const comments = post?.comments.filter(isWanted) ?? []
    if (!post || comments.length === 0) return null
    const comment = this.#random.pick(comments)
    await this.#screen.showComments(post.text)
    const isShown = () => this.#screen.showsComment(post.text, comment.text)
    // Without a connection, or in another tab than that of an edit, it may never be shown.
    await expect
      .poll(isShown, { timeout: patient(3_000) })
      .toBe(true)
      .catch(() => undefined)
    return (await isShown()) ? { post, comment } : null
  }

  /** Only while nothing can be sent, so that it still waits when it is changed. */
  async #pickWaiting(): Promise<ModelPost | null> {
    await this.#settleArmedCut()
    if (!this.#isOffline && !this.#isDown) return null
    await this.#screen.untilNothingIsSent()
    const fresh = this.#model.posts.filter(({ isOld }) => !isOld)
    const post = fresh.length > 0 ? this.#random.pick(fresh) : null
    return post && (await this.#screen.isWaiting(post.text)) ? post : null
  }

  /** A cut that no write has met yet happens now. */
  async #settleArmedCut(): Promise<void> {
    if (!this.#isDown) return
    this.#world.proxy.disarm()
    await this.#world.server.kill()
  }

  async end(): Promise<string[]> {
    await this.#restore()
    // The browser tells the page that the network is back; otherwise it would look again some seconds later.
    await this.#world.browser.context.setOffline(true)
    await this.#world.browser.context.setOffline(false)
    const first = this.#current
    const problems = await this.#endOf(first)
    // Each ends once: what has been decided is no conflict any more.
    for (const writer of this.#writers) if (writer !== first) problems.push(...(await this.#endOf(writer)))
    await this.#closeTabs()
    return problems
  }

  async #endOf(writer: Writer): Promise<string[]> {
    if (writer !== this.#current) await this.#logInAs(writer)
    const left = async () => (await this.#rows()).map(({ kind, target, state }) => `${kind} ${target} ${state}`)
    const { posts } = writer.model
    const conflicts = posts.filter(({ theirs }) => theirs !== undefined)
    const undecided = conflicts.map((post) => `editPost ${writer.ids.get(post)} conflict`).toSorted()
    const options = { timeout: patient(60_000), intervals: [100] }
    await expect.poll(async () => (await left()).toSorted(), options).toEqual(undecided)
    for (const post of conflicts) {
      const version = this.#random.pick(['mine', 'theirs'] as const)
      await this.#screen.decide(post.text, version)
      if (version === 'theirs') post.text = post.theirs ?? ''
    }
    await expect.poll(left, options).toEqual([])
    return await compare(this.#world.request, writer.member, writer.model, this.#subjects as Subjects)
  }
}

const WRITES = [
  History.prototype.writePost,
  History.prototype.writePost,
  History.prototype.writeComment,
  History.prototype.editPost,
  History.prototype.removePost,
  History.prototype.toggle,
  History.prototype.toggle,
  History.prototype.editComment,
  History.prototype.removeComment,
  History.prototype.vote,
  History.prototype.switch,
  History.prototype.conflict,
  History.prototype.openSecondTab,
  History.prototype.changeMember,
  History.prototype.editWaiting,
  History.prototype.removeWaiting,
]
