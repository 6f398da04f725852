import type { Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { Hidden } from '../../http/hidden.ts'
import type { JsonAnswer } from '../../http/json-answer.ts'
import type { Hydration } from '../../http/list-query.ts'
import type { FollowsCache } from '../follows/follows.cache.ts'
import { becauseJson } from '../posts/because-json.ts'
import { type CachedList, type ListPage, listPage, type PageKey, type PageReader } from '../posts/list-page.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { withTagged } from './feed.queries.ts'
import type { Reader } from './feed-authors.ts'
import type { IdRange } from './feed-count.queries.ts'
import { type CursorKey, type FeedKey, type FeedRequest, keyById } from './feed-keys.ts'
import { type FeedQuery, feedOf, readerOf } from './feed-read.ts'
import { listReasons } from './feed-tags.queries.ts'
import type { NewestPostsCache } from './newest-posts.cache.ts'

const ORDERS = { latest: 'newest', oldest: 'oldest', trending: 'ranked' } as const

export interface FeedCaches {
  readonly follows: FollowsCache
  readonly pages: PostPages
  readonly newest: NewestPostsCache
}

/** A page of the feed, by its ids and as it is sent. */
interface CachedPage {
  readonly ids: readonly PostId[]
  readonly answer: JsonAnswer<PageKey>
}

/** The feed from the caches, which must be up to date. */
export class CachedFeed {
  readonly #db: Database
  readonly #follows: FollowsCache
  readonly #pages: PostPages
  readonly #newest: NewestPostsCache

  constructor(db: Database, { follows, pages, newest }: FeedCaches) {
    this.#db = db
    this.#follows = follows
    this.#pages = pages
    this.#newest = newest
  }

  /** @returns null if plain queries have to answer */
  async answer(viewer: MemberId, query: FeedQuery, hydration: Hydration): Promise<JsonAnswer<PageKey> | null> {
    return (await this.page(viewer, query, hydration))?.answer ?? null
  }

  /** As `answer`, with the ids of the posts. */
  async page(viewer: MemberId, query: FeedQuery, hydration: Hydration): Promise<CachedPage | null> {
    const { hidden, embed } = hydration
    // A page of a feed is cached with the authors and hashtags of the feed, so they are loaded first.
    await this.loadReader(viewer, hidden)
    const of = this.findReader(viewer, hidden)
    const reader = this.#pageReader(viewer, hidden)
    if (!of || !reader) return null
    const list = listPage(this.#list(of, hidden, query), embed)
    const page = of.hasTags ? withReasons(this.#db, viewer, list) : list
    const listed = await this.#pages.lists.loadPage(page, reader)
    const answer = await this.#pages.answerPage(this.#db.read, page.key, reader, listed, hydration)
    return answer && { ids: listed.ids, answer }
  }

  /** The page again, for the member who asks now; null if a part is not cached. */
  find(key: PageKey, viewer: MemberId, hidden: Hidden): JsonAnswer<PageKey> | null {
    const reader = this.#pageReader(viewer, hidden)
    return reader && this.#pages.findPage(key, reader, viewer, hidden)
  }

  /** Loads whom and which hashtags a member follows. */
  loadReader(viewer: MemberId, hidden: Hidden): Promise<void> {
    return this.#follows.loadFollowed(this.#db.read, viewer, hidden)
  }

  /** The reader of a feed; null if it is not cached whether they follow hashtags. */
  findReader(viewer: MemberId, hidden: Hidden): Reader | null {
    const tags = this.#follows.findTags(viewer)
    return tags && readerOf(viewer, hidden, tags.length > 0)
  }

  /** How many posts of the reader and of followed members are in the range, up to `max`; null if that is not cached. */
  count(viewer: MemberId, hidden: Hidden, range: IdRange, max: number): number | null {
    const authors = this.#follows.findFollowed(viewer, hidden)
    return authors && this.#newest.count(authors, range, max)
  }

  /** @returns null if the authors of the feed are not cached, or muted words count */
  #pageReader(id: MemberId, hidden: Hidden): PageReader | null {
    const authors = hidden.words ? null : this.#follows.findFollowed(id, hidden)
    const tags = authors && this.#follows.findTags(id)
    if (!authors || !tags) return null
    return tags.length === 0 ? { id, authors } : { id, authors, tags, without: hidden.unlisted }
  }

  #list(reader: Reader, hidden: Hidden, query: FeedQuery): CachedList<CursorKey, FeedKey> {
    const sort = query.sort ?? 'latest'
    const db = this.#db
    const list = feedOf(db, reader, query)
    const load = async (request: FeedRequest) => {
      const authors = sort === 'latest' ? this.#follows.findFollowed(reader.id, hidden) : null
      const ids = authors && (await this.#newest.load(db.read, authors, request))
      if (!ids) return list.load(request)
      const byAuthors = ids.map(keyById)
      return reader.hasTags ? withTagged(db.read, reader, 'latest', request, byAuthors) : byAuthors
    }
    return { ...list, load, name: sort, order: ORDERS[sort], cursorAt: (id) => list.codec.write(keyById(id)) }
  }
}

/** The page with the reasons of its posts, for the cache. */
function withReasons(db: Database, viewer: MemberId, page: ListPage): ListPage {
  return {
    ...page,
    async read() {
      const read = await page.read()
      const reasons = [...(await listReasons(db.read, viewer, read.ids))]
      return { ...read, because: new Map(reasons.map(([id, tag]) => [id, becauseJson({ tag })])) }
    },
  }
}
