import type { ReadSort } from '@quack/contract'
import type { Random } from '@quack/testing/random'
import type { PostId } from '../src/database/schema.ts'
import type { TestApp } from './app.ts'
import { PRIVATE, PUBLIC, setAudience } from './audience.ts'
import { block, follow, unblock } from './blocks.ts'
import { type TestMember, writePost } from './members.ts'

interface ModelPost {
  readonly id: number
  readonly author: number
  readonly tag: string | null
  readonly word: string | null
  isHidden: boolean
}
interface ModelPosition {
  readonly post: number
  readonly newest: number
  readonly hoursAgo: number
}

/** The first member reads; the others, and the reader, write. */
const READER = 0

/**
 * A home feed as a plain list, and what changes it. Each change is made on the server too. Times are hours, so that it
 * does not matter how long a request takes.
 */
export class FeedModel {
  readonly #app: Pick<TestApp, 'db'>
  readonly #members: readonly TestMember[]
  readonly #tags: readonly string[]
  readonly #random: Random
  /** Oldest first. */
  posts: ModelPost[] = []
  readonly gone: number[] = []
  readonly #followed = new Set<number>()
  readonly #muted = new Set<number>()
  readonly #blocked = new Set<number>()
  readonly #private = new Set<number>()
  readonly #followedTags = new Set<string>()
  /** Muted words, with the ids of the mutes. */
  readonly #words = new Map<string, string>()
  readonly positions = new Map<ReadSort, ModelPosition>()

  constructor(app: Pick<TestApp, 'db'>, members: readonly TestMember[], tags: readonly string[], random: Random) {
    this.#app = app
    this.#members = members
    this.#tags = tags
    this.#random = random
  }

  get reader(): TestMember {
    return this.#members[READER] as TestMember
  }

  /** The ids of the feed. */
  feed(sort: ReadSort): number[] {
    const oldest = this.posts.filter((post) => this.#isListed(post)).map(({ id }) => id)
    return sort === 'oldest' ? oldest : oldest.reverse()
  }

  #isListed({ author, tag, word, isHidden }: ModelPost): boolean {
    if (isHidden) return false
    if (author === READER) return true
    if (this.#muted.has(author) || this.#blocked.has(author) || (word !== null && this.#words.has(word))) return false
    return this.#followed.has(author) || (tag !== null && this.#followedTags.has(tag) && !this.#private.has(author))
  }

  /** The id of any post, also of one that is gone or not in the feed. */
  anyId(): number {
    return this.#random.pick([1, ...this.gone, ...this.posts.map(({ id }) => id)])
  }

  /** Makes some random change. */
  async change(): Promise<void> {
    const made = this.#random.int(16)
    if (made < 7) return this.write()
    if (made < 9) return this.#deletePost()
    if (made === 9) return this.#hidePost()
    if (made === 10) return this.#toggleTag()
    if (made === 11) return this.#toggleWord()
    const other = 1 + this.#random.int(this.#members.length - 1)
    if (made === 12) return this.#toggleMute(other)
    if (made === 13) return this.#toggleBlock(other)
    if (made === 14) return this.#toggleAudience(other)
    return this.#toggleFollow(other)
  }

  async write(): Promise<void> {
    const author = this.#random.int(this.#members.length)
    const tag = this.#random.chance(0.4) ? this.#random.pick(this.#tags) : null
    const word = this.#random.chance(0.2) ? 'goose' : null
    const text = `A post ${tag === null ? '' : `#${tag}`} ${word ?? ''}`
    const { _id } = await writePost(this.#members[author] as TestMember, text)
    this.posts.push({ id: Number(_id), author, tag, word, isHidden: false })
  }

  async #deletePost(): Promise<void> {
    const [post] = this.posts.splice(this.#random.int(this.posts.length), 1)
    // The author of a hidden post may delete it too.
    if (!post) return
    this.gone.push(post.id)
    const params = { postId: String(post.id) }
    await (this.#members[post.author] as TestMember).call('DELETE /api/posts/:postId', { params })
  }

  async #hidePost(): Promise<void> {
    if (this.posts.length === 0) return
    const post = this.#random.pick(this.posts)
    post.isHidden = !post.isHidden
    const hidden_at = post.isHidden ? 1 : null
    await this.#app.db.write((transaction) =>
      transaction
        .updateTable('posts')
        .set({ hidden_at })
        .where('id', '=', post.id as PostId)
        .execute(),
    )
  }

  async #toggleTag(): Promise<void> {
    const tag = this.#random.pick(this.#tags)
    const method = flip(this.#followedTags, tag) ? 'POST' : 'DELETE'
    await this.reader.call(`${method} /api/tags/:tag/follow`, { params: { tag } })
  }

  async #toggleWord(): Promise<void> {
    const id = this.#words.get('goose')
    if (id !== undefined) {
      this.#words.delete('goose')
      await this.reader.call('DELETE /api/muted-words/:id', { params: { id } })
      return
    }
    const body = { phrase: 'goose', action: 'hide', duration: 'always' } as const
    this.#words.set('goose', (await this.reader.call('POST /api/muted-words', { body })).word._id)
  }

  async #toggleMute(other: number): Promise<void> {
    if (this.#blocked.has(other)) return
    const params = { id: this.#members[other]?._id ?? '' }
    if (flip(this.#muted, other)) {
      await this.reader.call('POST /api/users/mute/:id', { params, body: { duration: 'always' } })
    } else await this.reader.call('POST /api/users/unmute/:id', { params })
  }

  async #toggleBlock(other: number): Promise<void> {
    const member = this.#members[other] as TestMember
    if (flip(this.#blocked, other)) {
      this.#followed.delete(other)
      await block(this.reader, member)
    } else await unblock(this.reader, member)
  }

  async #toggleAudience(other: number): Promise<void> {
    const columns = flip(this.#private, other) ? PRIVATE : PUBLIC
    await setAudience(this.#app, this.#members[other] as TestMember, columns)
  }

  async #toggleFollow(other: number): Promise<void> {
    const member = this.#members[other] as TestMember
    // To follow a private member would be a request.
    if (this.#blocked.has(other) || (this.#private.has(other) && !this.#followed.has(other))) return
    if (flip(this.#followed, other)) await follow(this.reader, member)
    else await this.reader.call('POST /api/users/unfollow/:id', { params: { id: member._id } })
  }

  /** Stores a position, unless a later reading is stored. */
  store(sort: ReadSort, { post, newest, hoursAgo }: ModelPosition): void {
    const known = this.positions.get(sort)
    const isLater = known === undefined || hoursAgo <= known.hoursAgo
    const read = isLater ? { post, hoursAgo } : known
    this.positions.set(sort, { ...read, newest: Math.max(newest, known?.newest ?? 0) })
  }
}

/** @returns whether the value is in the set now */
function flip<Value>(set: Set<Value>, value: Value): boolean {
  if (set.delete(value)) return false
  set.add(value)
  return true
}
