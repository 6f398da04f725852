import type { Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { Hidden } from '../../http/hidden.ts'
import type { JsonAnswer } from '../../http/json-answer.ts'
import type { Hydration } from '../../http/list-query.ts'
import type { FollowsCache } from '../follows/follows.cache.ts'
import { becauseJson } from '../posts/because-json.ts'
import { type ListPage, listPage, type PageFor } from '../posts/list-page.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { withTagged } from './feed.queries.ts'
import type { Reader } from './feed-authors.ts'
import type { IdRange } from './feed-count.queries.ts'
import { type FeedRequest, keyById } from './feed-keys.ts'
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
  readonly answer: JsonAnswer
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
  async answer(viewer: MemberId, query: FeedQuery, hydration: Hydration): Promise<JsonAnswer | null> {
    const pageFor = await this.#pageFor(viewer, query, hydration.hidden)
    return this.#pages.answerPage(this.#db.read, pageFor, hydration)
  }

  /** As `answer`, with the ids of the posts. */
  async page(viewer: MemberId, query: FeedQuery, hydration: Hydration): Promise<CachedPage | null> {
    const pageFor = await this.#pageFor(viewer, query, hydration.hidden)
    const asked = pageFor(viewer, hydration.hidden)
    if (!asked) return null
    const { ids } = await this.#pages.lists.loadPage(asked)
    const answer = await this.#pages.answerPage(this.#db.read, pageFor, hydration)
    return answer && { ids, answer }
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

  /** A page of a feed is cached with the authors and hashtags of the feed, so they are loaded first. */
  async #pageFor(viewer: MemberId, query: FeedQuery, hidden: Hidden): Promise<PageFor> {
    const sort = query.sort ?? 'latest'
    const follows = this.#follows
    const db = this.#db
    await this.loadReader(viewer, hidden)
    const of = readerOf(viewer, hidden, Boolean(follows.findTags(viewer)?.length))
    const { codec, load: loadByQuery } = feedOf(db, of, query)
    const load = async (request: FeedRequest) => {
      const authors = sort === 'latest' ? follows.findFollowed(viewer, hidden) : null
      const ids = authors && (await this.#newest.load(db.read, authors, request))
      if (!ids) return loadByQuery(request)
      const byAuthors = ids.map(keyById)
      return of.hasTags ? withTagged(db.read, of, 'latest', request, byAuthors) : byAuthors
    }
    const list = listPage({ name: sort, order: ORDERS[sort], keyOf: keyById }, { codec, query, load })
    const page = of.hasTags ? withReasons(db, viewer, list) : list
    return (reader, sees) => {
      const authors = reader === null || sees.words ? null : follows.findFollowed(reader, sees)
      const tags = reader !== null && authors ? follows.findTags(reader) : null
      if (!authors || !tags) return null
      return tags.length === 0 ? { page, reader, authors } : { page, reader, authors, tags, without: sees.unlisted }
    }
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
