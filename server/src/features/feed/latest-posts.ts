import { ChangeMemo } from '../../database/change-memo.ts'
import type { ChangeLog } from '../../database/changes.ts'
import { FOLLOWS, POSTS_OF } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import { listNewest, type NestedList } from '../../database/newest.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { listAllFollowed } from '../follows/follows.queries.ts'

/** Newest posts remembered of each author; a longer page is read from the database. */
const PER_AUTHOR = 21
const AUTHORS_MAX = 200_000
const READERS_MAX = 10_000

const NO_POSTS: PostId[] = []
const POSTS_BY: NestedList = { table: 'posts', owner: 'author_id', entry: 'id', order: 'id' }

/**
 * The first page of anyone's feed, merged in memory from the newest posts of each author. An author's posts are
 * forgotten when the author writes or deletes one, a reader's list when the reader follows or unfollows: whatever
 * others do costs nothing here, and following many costs a look-up each.
 */
export class LatestPosts {
  readonly authors: ChangeMemo<readonly PostId[]>
  readonly readers: ChangeMemo<Float64Array>

  constructor(log: ChangeLog) {
    this.authors = new ChangeMemo(log, POSTS_OF, AUTHORS_MAX)
    this.readers = new ChangeMemo(log, FOLLOWS, READERS_MAX)
  }

  /** Whose posts a reader's feed is made of: those the reader follows and the reader, in the order of their ids. */
  async circleOf(db: Connection, reader: MemberId): Promise<Float64Array> {
    const known = this.readers.current().get(reader)
    if (known) {
      this.readers.hits++
      return known
    }
    this.readers.misses++
    const position = this.readers.position
    const circle = Float64Array.from([reader, ...(await listAllFollowed(db, reader))]).sort()
    this.readers.put(new Map([[reader, circle]]), position)
    return circle
  }

  /** The newest ids of a feed, newest first; null when more are wanted than are remembered of an author. */
  async list(db: Connection, circle: Float64Array, limit: number): Promise<PostId[] | null> {
    if (limit > PER_AUTHOR) return null
    const newest = new Newest(limit)
    const missing: MemberId[] = []
    const known = this.authors.current()
    for (const author of circle) {
      const posts = known.get(author)
      if (posts) newest.offer(posts)
      else missing.push(author as MemberId)
    }
    this.authors.hits += circle.length - missing.length
    this.authors.misses += missing.length
    if (missing.length > 0) {
      const position = this.authors.position
      const found = await listNewest<MemberId, PostId>(db, POSTS_BY, missing, PER_AUTHOR)
      for (const author of missing) if (!found.has(author)) found.set(author, NO_POSTS)
      this.authors.put(found, position)
      for (const posts of found.values()) newest.offer(posts)
    }
    return newest.ids
  }
}

/** The largest of many ids, in descending order. */
class Newest {
  readonly ids: PostId[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @param ids in descending order */
  offer(ids: readonly PostId[]): void {
    for (const id of ids) {
      if (this.ids.length === this.#limit) {
        if (id < (this.ids[this.#limit - 1] ?? 0)) return
        this.ids.pop()
      }
      let at = this.ids.length
      while (at > 0 && (this.ids[at - 1] ?? 0) < id) at--
      this.ids.splice(at, 0, id)
    }
  }
}
