import { type APIRequestContext, expect, type Page, type Request } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import type { Random } from '@quack/testing/random'
import { Api, type Member } from '../support/api.ts'
import { readRows } from '../support/device.ts'
import { makePhoto } from '../support/photo.ts'
import { type RestartableBrowser, untilInstalled } from '../support/restartable.ts'
import type { HistoryServer } from './cluster-server.ts'
import type { CuttingProxy } from './cutting-proxy.ts'
import { compare } from './final-state.ts'
import { Model, type ModelPost, type Toggle } from './model.ts'
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
}

/** How often each thing has happened in all histories. */
export type Counts = Map<string, number>

const STEPS = 14
const OLD_POSTS = 4
const TOGGLES: readonly Toggle[] = ['like', 'bookmark']

/** A desired state in the browser's database. */
interface Kept {
  kind: string
  target: string
  body: boolean
}

/** One random history of a new member. @returns how the server differs from what was written */
export async function runHistory(world: World, random: Random, name: string, counts: Counts): Promise<string[]> {
  const history = new History(world, random, name, counts)
  try {
    await history.begin()
    for (let step = 0; step < STEPS; step += 1) await history.step()
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
  readonly #model: Model
  readonly #log: string[] = []
  readonly #underWay = new Set<Request>()
  /** Of the old posts. */
  readonly #ids = new Map<ModelPost, string>()
  #texts = 0
  #isOffline = false
  #isDown = false
  /** The page was opened without a connection. It shows what was saved, which may be older than the last tap. */
  #isSaved = false
  #member: Member | null = null
  #page: Page | null = null

  constructor(world: World, random: Random, name: string, counts: Counts) {
    this.#world = world
    this.#random = random
    this.#name = name
    this.#counts = counts
    this.#model = new Model(Array.from({ length: OLD_POSTS }, () => this.#text('old')))
  }

  get #screen(): Screen {
    if (!this.#page) throw new Error('There is no page.')
    return new Screen(this.#page)
  }

  #text(kind: string): string {
    this.#texts += 1
    return `${this.#name}-${kind}-${String(this.#texts).padStart(2, '0')}.`
  }

  async begin(): Promise<void> {
    const api = new Api(this.#world.request)
    this.#member = await api.signUp()
    for (const post of this.#model.posts) this.#ids.set(post, (await api.writePost(this.#member, post.text))._id)
    await this.#open()
    await untilInstalled(this.#page as Page)
    const last = this.#model.posts.at(-1)?.text ?? ''
    await expect.poll(() => this.#screen.shows(last), { timeout: patient(60_000) }).toBe(true)
  }

  async #open(): Promise<void> {
    await this.#page?.close().catch(() => undefined)
    const page = await this.#world.browser.page()
    this.#underWay.clear()
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
    const { token = '', username = '' } = this.#member ?? {}
    await page.goto(`${this.#world.proxy.address}/login`)
    await page.evaluate((values) => Object.assign(localStorage, values), { token, username })
    await page.goto(this.#world.proxy.address)
    await expect(page.getByRole('form', { name: 'New post' })).toBeVisible({ timeout: patient(60_000) })
    this.#page = page
    this.#isSaved = this.#isOffline || this.#isDown
  }

  /** The ends of writes among the steps tell what was sent when. */
  #noteEnd(request: Request, end: string): void {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() !== 'GET') this.#log.push(`(${pathname} ${end})`)
  }

  /** What the screen showed when the history failed, and what had been done. */
  async describe(): Promise<string> {
    const snapshot = this.#page?.locator('body').ariaSnapshot({ timeout: 5_000 })
    const locks = this.#page?.evaluate(async () => JSON.stringify(await navigator.locks.query()))
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
    const isCut = this.#isOffline || this.#isDown
    const cuts = isCut
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
    this.#page = null
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

  async toggle(): Promise<void> {
    const post = await this.#pickOld()
    if (!post) return
    const toggle = this.#random.pick(TOGGLES)
    const before = await this.#findKept(post, toggle)
    const isShown = () => this.#screen.isOn(post.text, toggle)
    const isOn = !(this.#isSaved ? await isShown() : post.toggles.has(toggle))
    // Otherwise a tap was lost.
    if (!this.#isSaved) await expect.poll(isShown, { timeout: patient(30_000) }).toBe(!isOn)
    this.#model.toggle(post, toggle, isOn)
    await this.#screen.toggle(post.text, toggle, isOn)
    this.#count(isOn ? toggle : `${toggle} taken back`)
    await expect.poll(() => this.#isKept(post, toggle, isOn, before), { timeout: patient(60_000) }).toBe(true)
  }

  async #findKept(post: ModelPost, toggle: Toggle): Promise<Kept | undefined> {
    const rows = this.#page ? await readRows<Kept>(this.#page, 'outbox') : []
    return rows.find(({ kind, target }) => kind === toggle && target === this.#ids.get(post))
  }

  /** Whether a tap, which is shown at once, also survives that the browser is killed. */
  async #isKept(post: ModelPost, toggle: Toggle, isOn: boolean, before: Kept | undefined): Promise<boolean> {
    const kept = await this.#findKept(post, toggle)
    if (kept) return kept.body === isOn
    const stored = await this.#readViewer(post)
    // Without a server, only a row can say that the state is the server's again: by being gone.
    if (!stored) return before !== undefined
    return (toggle === 'like' ? stored.liked : stored.bookmarked) === isOn
  }

  /** Null without a server. */
  async #readViewer(post: ModelPost): Promise<{ liked: boolean; bookmarked: boolean } | null> {
    const headers = { authorization: this.#member?.token ?? '' }
    try {
      const answer = await this.#world.request.get(`/api/posts/${this.#ids.get(post)}`, { headers })
      return (await answer.json()).post.viewer
    } catch {
      return null
    }
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
    const old = this.#model.posts.filter(({ isOld }) => isOld)
    const post = old.length > 0 ? this.#random.pick(old) : null
    return post && (await this.#screen.shows(post.text)) ? post : null
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
    const page = this.#page
    if (!page || !this.#member) throw new Error('The history has not begun.')
    const left = async () => (await readRows(page, 'outbox')).map((row) => JSON.stringify(row))
    await expect.poll(left, { timeout: patient(60_000), intervals: [100] }).toEqual([])
    return await compare(this.#world.request, this.#member, this.#model)
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
  History.prototype.editWaiting,
  History.prototype.removeWaiting,
]
