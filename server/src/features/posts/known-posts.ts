import type { Post } from '@quack/contract'
import { type ChangeLog, MEMBER, POST } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { STRANGER } from '../../http/list-query.ts'
import { type Tag, tagOf } from '../../http/written.ts'
import { makePosts } from './posts.hydrate.ts'

/** All of them together, in bytes: some ten thousand posts, as lists show them. */
const BYTES_MAX = 16 * 2 ** 20
/** What an entry takes besides its text, about. */
const ENTRY_BYTES = 400

/** A post in JSON, and what that was made of. */
export interface WrittenPost {
  readonly json: string
  readonly tag: Tag
  readonly members: readonly MemberId[]
  readonly weight: number
}

interface Entry extends WrittenPost {
  /** Whether it was asked for since it was last to go. */
  isUsed: boolean
}

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
  /** By form, in the order in which they go. */
  readonly #shelves = new Map<number, Shelf>()
  #position: number
  hits = 0
  misses = 0

  constructor(log: ChangeLog) {
    this.#log = log
    this.#position = log.position
  }

  get entries(): number {
    return sum(this.#shelves.values(), ({ entries }) => entries.size)
  }
  get bytes(): number {
    return sum(this.#shelves.values(), ({ bytes }) => bytes)
  }

  /**
   * These posts by their ids; those that are gone are absent.
   * @param write puts a post into JSON
   * @returns null when they would make an answer too large
   */
  async list(
    db: Connection,
    ids: readonly PostId[],
    form: PostForm,
    write: (post: Post) => string,
  ): Promise<ReadonlyMap<PostId, WrittenPost> | null> {
    this.#catchUp()
    const shelf = this.#shelfOf(form)
    const found = new Map<PostId, WrittenPost>()
    const missing: PostId[] = []
    for (const id of ids) {
      const entry = shelf.entries.get(id)
      if (entry) {
        entry.isUsed = true
        found.set(id, entry)
      } else missing.push(id)
    }
    this.hits += found.size
    this.misses += missing.length
    if (missing.length === 0) return found

    const { position } = this.#log
    const { made, taken } = await makePosts(db, missing, { viewer: form.isGuest ? null : STRANGER, embed: form.embed })
    if (taken < missing.length) return null
    this.#catchUp()
    for (const { id, members, weight, post } of made) {
      const json = inOnePiece(write(post))
      const entry = { json, tag: tagOf(json), members, weight, isUsed: false }
      found.set(id, entry)
      if (this.#isCurrent(id, entry, position)) shelf.put(id, entry)
    }
    this.#shrink()
    return found
  }

  #shelfOf({ isGuest, embed }: PostForm): Shelf {
    const key = 2 * embed + Number(isGuest)
    const shelf = this.#shelves.get(key) ?? new Shelf()
    this.#shelves.set(key, shelf)
    return shelf
  }

  /** Forgets what has changed. */
  #catchUp(): void {
    const { position } = this.#log
    if (position === this.#position) return
    const changed = new Set<number>()
    const isKnown = this.#log.visit(this.#position, position, (kind, id) => {
      if (kind === POST) for (const shelf of this.#shelves.values()) shelf.drop(id as PostId)
      if (kind === MEMBER) changed.add(id)
    })
    if (!isKnown) this.#shelves.clear()
    // Members change seldom: looking at all posts then costs less than knowing at all times who is in which.
    else if (changed.size > 0) for (const shelf of this.#shelves.values()) shelf.dropThoseOf(changed)
    this.#position = position
  }

  /** @param position from before what it was made of was read */
  #isCurrent(id: PostId, { members }: WrittenPost, position: number): boolean {
    return this.#log.isQuiet(
      position,
      this.#position,
      (kind, changed) => (kind === POST && changed === id) || (kind === MEMBER && members.some((m) => m === changed)),
    )
  }

  #shrink(): void {
    while (this.bytes > BYTES_MAX) {
      const [largest] = [...this.#shelves.values()].sort((a, b) => b.bytes - a.bytes)
      largest?.dropOldest()
    }
  }
}

/** The posts of one form. */
class Shelf {
  readonly entries = new Map<PostId, Entry>()
  bytes = 0

  put(id: PostId, entry: Entry): void {
    this.drop(id)
    this.entries.set(id, entry)
    this.bytes += bytesOf(entry)
  }

  drop(id: PostId): void {
    const entry = this.entries.get(id)
    if (!entry) return
    this.entries.delete(id)
    this.bytes -= bytesOf(entry)
  }

  dropThoseOf(members: ReadonlySet<number>): void {
    for (const [id, entry] of this.entries) if (entry.members.some((member) => members.has(member))) this.drop(id)
  }

  /** The first that was not asked for meanwhile; those that were get in line once more. */
  dropOldest(): void {
    for (const [id, entry] of this.entries) {
      this.entries.delete(id)
      if (!entry.isUsed) {
        this.bytes -= bytesOf(entry)
        return
      }
      entry.isUsed = false
      this.entries.set(id, entry)
    }
  }
}

const bytesOf = ({ json, members }: WrittenPost): number => ENTRY_BYTES + json.length + 8 * members.length

function sum<T>(values: Iterable<T>, of: (value: T) => number): number {
  let total = 0
  for (const value of values) total += of(value)
  return total
}

/** The same text. The serialiser leaves it in as many pieces as it was put together from, to be gone through each time. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString()
}
