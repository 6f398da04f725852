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
  /** By form and id. */
  readonly #shelves = new Map<number, Map<PostId, WrittenPost>>()
  /** All of them, in the order in which they go, whatever their form. */
  readonly #all = new SecondChance<WrittenPost, WrittenPost>()
  #position: number
  hits = 0
  misses = 0

  constructor(log: ChangeLog, toJson: (post: Post) => string) {
    this.#log = log
    this.#toJson = toJson
    this.#position = log.position
  }

  get entries(): number {
    return this.#all.size
  }
  get bytes(): number {
    return this.#all.weight
  }

  /** Those that are remembered, for looking up within one turn of the event loop. Who takes one says that it is used. */
  current(form: PostForm): ReadonlyMap<PostId, WrittenPost> {
    this.#catchUp()
    return this.#shelfOf(keyOf(form))
  }

  /** Reads those of the posts that are not remembered; as many as make one answer. */
  async read(db: Connection, ids: readonly PostId[], form: PostForm): Promise<void> {
    const known = this.current(form)
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return
    this.misses += missing.length
    const { position } = this.#log
    const { made } = await makePosts(db, missing, { viewer: form.isGuest ? null : STRANGER, embed: form.embed })
    this.#catchUp()
    for (const each of made) {
      const post = new WrittenPost(each, keyOf(form), this.#toJson(each.post))
      if (this.#isCurrent(post, position)) this.#put(post)
    }
    while (this.#all.weight > BYTES_MAX) {
      const gone = this.#all.deleteOldest()
      if (gone) this.#shelfOf(gone.form).delete(gone.id)
    }
  }

  #shelfOf(form: number): Map<PostId, WrittenPost> {
    const shelf = this.#shelves.get(form)
    if (shelf) return shelf
    const made = new Map<PostId, WrittenPost>()
    this.#shelves.set(form, made)
    return made
  }

  #put(post: WrittenPost): void {
    const shelf = this.#shelfOf(post.form)
    const former = shelf.get(post.id)
    if (former) this.#all.delete(former)
    shelf.set(post.id, post)
    this.#all.set(post, post)
  }

  #delete(post: WrittenPost): void {
    this.#shelfOf(post.form).delete(post.id)
    this.#all.delete(post)
  }

  /** Forgets what has changed. */
  #catchUp(): void {
    const { position } = this.#log
    if (position === this.#position) return
    const changed = new Set<number>()
    const isKnown = this.#log.visit(this.#position, position, (kind, id) => {
      if (kind === POST) this.#forget(id as PostId)
      if (kind === MEMBER) changed.add(id)
    })
    if (!isKnown) {
      this.#shelves.clear()
      this.#all.clear()
    } else if (changed.size > 0) this.#forgetThoseOf(changed)
    this.#position = position
  }

  #forget(id: PostId): void {
    for (const shelf of this.#shelves.values()) {
      const post = shelf.get(id)
      if (post) this.#delete(post)
    }
  }

  /** Members change seldom: looking at all posts then costs less than knowing at all times who is in which. */
  #forgetThoseOf(changed: ReadonlySet<number>): void {
    for (const post of this.#all.values()) if (post.members.some((member) => changed.has(member))) this.#delete(post)
  }

  /** @param position from before what it was made of was read */
  #isCurrent({ id, members }: WrittenPost, position: number): boolean {
    return this.#log.isQuiet(
      position,
      this.#position,
      (kind, changed) => (kind === POST && changed === id) || (kind === MEMBER && members.some((m) => m === changed)),
    )
  }
}

const keyOf = ({ isGuest, embed }: PostForm): number => 2 * embed + Number(isGuest)
