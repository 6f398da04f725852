import type { Post } from '@quack/contract'
import { type ChangeLog, MEMBER, POST } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { STRANGER } from '../../http/list-query.ts'
import { SecondChance } from '../../second-chance.ts'
import { makePosts } from './posts.hydrate.ts'
import { WrittenPost } from './written-post.ts'

/** All of them together, in bytes: some ten thousand posts, as lists show them. */
const BYTES_MAX = 16 * 2 ** 20
type Posts = SecondChance<PostId, WrittenPost>

/** How posts are shown: for visitors, or for members who have done nothing with them; with how long lists inside. */
export interface PostForm {
  readonly isGuest: boolean
  readonly embed: number
}

/**
 * Posts in JSON, as all see them who have done nothing with them: pages for different people are put together of the
 * same posts. A post is forgotten when anything of it changes, or of a member whose name is in it.
 */
export class KnownPosts {
  readonly #log: ChangeLog
  /** Writes a post as its schema has it. */
  readonly #toJson: (post: Post) => string
  /** By form. */
  readonly #shelves = new Map<number, Posts>()
  #position: number
  hits = 0
  misses = 0

  constructor(log: ChangeLog, toJson: (post: Post) => string) {
    this.#log = log
    this.#toJson = toJson
    this.#position = log.position
  }

  get entries(): number {
    return sum(this.#shelves.values(), ({ size }) => size)
  }
  get bytes(): number {
    return sum(this.#shelves.values(), ({ weight }) => weight)
  }

  /** Those that are remembered, for looking up within one turn of the event loop. */
  current(form: PostForm): Pick<Posts, 'get'> {
    this.#catchUp()
    return this.#shelfOf(form)
  }

  /** Reads those of the posts that are not remembered; as many as make one answer. */
  async read(db: Connection, ids: readonly PostId[], form: PostForm): Promise<void> {
    const known = this.current(form)
    const missing = ids.filter((id) => !known.get(id))
    if (missing.length === 0) return
    this.misses += missing.length
    const { position } = this.#log
    const { made } = await makePosts(db, missing, { viewer: form.isGuest ? null : STRANGER, embed: form.embed })
    this.#catchUp()
    for (const each of made) {
      const post = new WrittenPost(each, this.#toJson(each.post))
      if (this.#isCurrent(post, position)) this.#shelfOf(form).set(post.id, post)
    }
    this.#shrink()
  }

  #shelfOf({ isGuest, embed }: PostForm): Posts {
    const key = 2 * embed + Number(isGuest)
    const shelf = this.#shelves.get(key)
    if (shelf) return shelf
    const made: Posts = new SecondChance()
    this.#shelves.set(key, made)
    return made
  }

  /** Forgets what has changed. */
  #catchUp(): void {
    const { position } = this.#log
    if (position === this.#position) return
    const changed = new Set<number>()
    const isKnown = this.#log.visit(this.#position, position, (kind, id) => {
      if (kind === POST) for (const shelf of this.#shelves.values()) shelf.delete(id as PostId)
      if (kind === MEMBER) changed.add(id)
    })
    if (!isKnown) this.#shelves.clear()
    // Members change seldom: looking at all posts then costs less than knowing at all times who is in which.
    else if (changed.size > 0) for (const shelf of this.#shelves.values()) shelf.deleteWhere(isOfAny(changed))
    this.#position = position
  }

  /** @param position from before what it was made of was read */
  #isCurrent({ id, members }: WrittenPost, position: number): boolean {
    return this.#log.isQuiet(
      position,
      this.#position,
      (kind, changed) => (kind === POST && changed === id) || (kind === MEMBER && members.some((m) => m === changed)),
    )
  }

  #shrink(): void {
    while (this.bytes > BYTES_MAX) {
      const [largest] = [...this.#shelves.values()].sort((a, b) => b.weight - a.weight)
      largest?.deleteOldest()
    }
  }
}

const isOfAny =
  (changed: ReadonlySet<number>) =>
  ({ members }: WrittenPost): boolean =>
    members.some((member) => changed.has(member))

function sum<T>(values: Iterable<T>, of: (value: T) => number): number {
  let total = 0
  for (const value of values) total += of(value)
  return total
}
