import type { Events } from '@quack/contract'
import type { Notification, Status } from '@quack/contract/client-api/entities'
import { patient } from '@quack/testing/patience'
import type { Random } from '@quack/testing/random'
import { type AppSocket, type HeardByApp, openSocket } from '../app-sockets.ts'
import { openStream, type TestStream } from '../events.ts'
import type { Heard } from '../read-events.ts'
import type { Write } from './choose.ts'
import { perform, type Stage } from './perform.ts'
import { sightOf } from './sight.ts'
import type { WorldPost } from './world.ts'

/** Members who listen at the same time, and the posts that each has on the screen. */
const LISTENERS = 2
const WATCHED = 10
/** Without an event for this time, there is none. */
const LATE_MS = 10_000

/**
 * An event stream that is open while writes happen. An event may be late, so it may tell what the viewer could see at
 * any time since the stream was opened. At the end, it has told the present state of each watched post. An app of the
 * member listens too.
 */
export class Listener {
  readonly #stage: Stage
  readonly #viewer: string
  readonly #own: WorldPost
  readonly #watched: readonly WorldPost[]
  readonly #stream: TestStream
  readonly #app: AppSocket
  /** What the viewer could see at some time since then. */
  readonly #names = new Set<string>()
  readonly #posts = new Set<number>()
  readonly #news = new Set<number>()
  readonly #brought = new Set<string>()
  readonly #places = new Set<number>()
  readonly #toldReposts = new Set<string>()
  #hasEnded = false

  constructor(
    stage: Stage,
    viewer: string,
    watched: readonly [own: WorldPost, ...WorldPost[]],
    { stream, app }: { readonly stream: TestStream; readonly app: AppSocket },
  ) {
    this.#stage = stage
    this.#viewer = viewer
    this.#own = watched[0]
    this.#watched = watched
    this.#stream = stream
    this.#app = app
    this.notice()
  }

  /** After each write. */
  notice(): void {
    const { world } = this.#stage
    const viewer = this.#viewer
    this.#hasEnded ||= world.suspended.has(viewer)
    for (const name of world.names) if (!world.hides(viewer, name)) this.#names.add(name)
    this.#noticeReposts()
    for (const post of world.posts) {
      if (world.hidesPostItself(viewer, post)) continue
      this.#posts.add(post.number)
      if (world.isNews(viewer, post) && !world.has('mutes', viewer, post.author)) {
        this.#news.add(post.number)
      }
    }
  }

  /** What reposts have brought to the viewer's feed, with who was first. The world does not know the ids of reposts. */
  #noticeReposts(): void {
    for (const { post, at, repost } of sightOf(this.#stage.world, this.#viewer, 0).feed('latest')) {
      if (!repost) continue
      this.#places.add(at)
      this.#brought.add(`${post.number} ${repost[0]}`)
    }
  }

  /** @param last becomes the viewer's own last writes, whose events follow all others. */
  async judge(last: Write): Promise<string | null> {
    const { world } = this.#stage
    const own = this.#own
    const isThere = world.posts.includes(own) && !own.isHidden
    if (this.#hasEnded) await this.#stream.ended
    else if (isThere) {
      const problem = await this.#waitForAll(last)
      if (problem) return problem
    }
    const wrong = this.#stream.heard.find((event) => !this.#isAllowed(event))
    if (wrong) return `An event for ${this.#viewer} tells ${JSON.stringify(wrong)}`
    const wrongOfApp = this.#app.heard.find((event) => !this.#isAllowedForApp(event))
    if (wrongOfApp) return `An event for an app of ${this.#viewer} tells ${JSON.stringify(wrongOfApp)}`
    return !this.#hasEnded && isThere ? this.#findOutdated() : null
  }

  /**
   * States of posts are sent together, and then the pinned post. So that is changed after a comment has been told;
   * after a second one, because an earlier change may be told after the first, and would then be told together with
   * this one.
   */
  async #waitForAll(last: Write): Promise<string | null> {
    const { ids } = this.#stage
    const own = this.#own
    const write = { ...last, by: this.#viewer, post: own.number }
    const id = ids.of(own.number)
    for (const number of [last.number - 1, last.number]) {
      const commented = await perform(this.#stage, { ...write, number, kind: 'comment', isAnswer: false })
      if (commented) return commented
      const isCommentHeard = await this.#hears((heard) =>
        heard.some(({ name, data }) => name === 'post' && data._id === id && data.commentCount === own.comments.length),
      )
      if (!isCommentHeard) return `No event tells ${this.#viewer} of the last comment on post ${own.number}`
    }
    const { length } = this.#stream.heard
    const pinned = await perform(this.#stage, { ...write, kind: own.isPinned ? 'unpin' : 'pin' })
    if (pinned) return pinned
    const wanted = own.isPinned ? id : null
    const isPinHeard = await this.#hears((heard) =>
      heard.slice(length).some(({ name, data }) => name === 'pin' && data.pinnedPost === wanted),
    )
    return isPinHeard ? null : `No event tells ${this.#viewer} of the last change of the pinned post`
  }

  /** Whether an event comes before it is certain that it does not come any more. */
  #hears(fits: (heard: readonly Heard[]) => boolean): Promise<boolean> {
    const isHeard = this.#stream.until(fits).then(() => true)
    const isLate = new Promise<false>((resolve) => setTimeout(resolve, patient(LATE_MS), false).unref())
    return Promise.race([isHeard, isLate])
  }

  close(): void {
    this.#stream.close()
    this.#app.close()
  }

  #isAllowed({ name, data }: Heard): boolean {
    const { world, ids } = this.#stage
    const text = JSON.stringify(data)
    if (world.names.some((each) => !this.#names.has(each) && text.includes(each))) return false
    if (name === 'posts') {
      const reposts = data.ids.filter((id) => !this.#news.has(ids.numberOf(id)))
      for (const id of reposts) this.#toldReposts.add(id)
      return reposts.every((id) => ids.numberOf(id) < 0) && this.#toldReposts.size <= this.#places.size
    }
    return name !== 'post' || this.#posts.has(ids.numberOf(data._id))
  }

  #isAllowedForApp({ event, payload }: HeardByApp): boolean {
    const { world, ids } = this.#stage
    if (event === 'delete' || event === 'filters_changed') return true
    if (world.names.some((each) => !this.#names.has(each) && payload.includes(each))) return false
    const told = JSON.parse(payload) as Status & Notification
    const status = event === 'notification' ? told.status : told
    if (!status) return true
    const { reblog } = status
    const quoted = (reblog ?? status).quote?.quoted_status
    if (quoted && !this.#posts.has(ids.numberOf(quoted.id))) return false
    if (reblog) return this.#brought.has(`${ids.numberOf(reblog.id)} ${status.account.username}`)
    const number = ids.numberOf(status.in_reply_to_id ?? status.id)
    const commented = [...world.posts, ...world.removed].find(({ comments, gone }) =>
      [...comments, ...gone].some((comment) => comment.number === number),
    )
    return this.#posts.has(commented?.number ?? number)
  }

  #isPresent({ likes, quoteCount = 0, isQuoteWithdrawn }: Events['post'], post: WorldPost): boolean {
    const isSame = likes.likeCount === post.likeCount && quoteCount === this.#stage.world.quotesOf(post).length
    return isSame && (isQuoteWithdrawn === true) === (post.quoted === 'withdrawn')
  }

  /** A watched post whose last event does not say how it is now. */
  #findOutdated(): string | null {
    const { world, ids } = this.#stage
    for (const post of this.#watched) {
      const last = this.#stream.heard.filter((event) => isAbout(event, ids.of(post.number))).at(-1)
      const isGone = !world.posts.includes(post) || world.hidesPostItself(this.#viewer, post)
      const wanted = isGone ? 'delete' : 'post'
      if (last?.name === wanted && (isGone || this.#isPresent(last.data as Events['post'], post))) continue
      return `The last event about post ${post.number} for ${this.#viewer} is ${JSON.stringify(last)}, not ${wanted}`
    }
    return null
  }
}

const isAbout = ({ name, data }: Heard, id: string) => (name === 'post' || name === 'delete') && data._id === id

/** Opens streams of members who have a post, for the event at the end. */
export async function openListeners(stage: Stage, address: string, random: Random): Promise<Listener[]> {
  const { world, members, ids } = stage
  const listeners: Listener[] = []
  for (let count = 0; count < LISTENERS; count++) {
    const viewer = random.pick(world.names)
    const own = world.posts.find(({ author, isHidden }) => author === viewer && !isHidden)
    if (!own || world.suspended.has(viewer)) continue
    const others = world.posts.filter((post) => post !== own && random.chance(WATCHED / world.posts.length))
    const watch = [own, ...others].map(({ number }) => ids.of(number))
    const token = members.get(viewer)?.token ?? null
    const stream = await openStream(address, token, { watch })
    const app = await openSocket(address, { query: '?stream=public', headers: { authorization: token ?? '' } })
    await app.say({ type: 'subscribe', stream: 'user' })
    listeners.push(new Listener(stage, viewer, [own, ...others], { stream, app }))
  }
  return listeners
}
