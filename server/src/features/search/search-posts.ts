import type { Post, SearchOrder } from '@quack/contract'
import type { Connection, Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { withMutedWord } from '../posts/muted-words.ts'
import { hydratePosts } from '../posts/posts.hydrate.ts'
import type { Seal } from '../secrets/sealed.ts'
import { type PostSearch, readPostSearch } from './post-search.ts'
import { sealedCursor } from './sealed-cursor.ts'
import { positionOf } from './search-index.ts'
import { readBest, readNewest, type SealCursor } from './search-pages.ts'
import type { SearchedPost } from './search-posts.queries.ts'
import type { PageOfSearch } from './searched-words.ts'

interface PostsQuery extends PageOfSearch {
  readonly order?: SearchOrder
}

interface PostsPage {
  readonly posts: Post[]
  readonly nextCursor: string | null
  readonly isPartial: boolean
  readonly searchedTo: string | null
  readonly indexedFrom: string | null
  readonly languages?: string[]
}

/** A page of a search, newest first or best first. @throws searchEmpty …, searchFromUnknown; CursorError */
export async function searchPosts(
  db: Database,
  query: PostsQuery,
  hydration: Hydration,
  viewer: MemberId,
  seal: Seal,
): Promise<PostsPage> {
  const search = await readPostSearch(db.read, query.q, viewer, hydration.hidden)
  // Read first, because it moves down meanwhile.
  const indexedFrom = await readIndexedFrom(db.read, search)
  // With another search, a cursor would tell whether it is above or below any post that this finds.
  const sealCursor: SealCursor = (codec) => sealedCursor(codec, seal, `${viewer} ${query.q}`)
  const page = await (query.order === 'best' ? readBest : readNewest)(db.heavy, search, query, sealCursor)
  const { entities, taken } = await hydratePosts(
    db.read,
    page.posts.map(({ id }) => id),
    hydration,
  )
  const last = page.posts[taken - 1]
  const endsEarly = taken < page.posts.length && last !== undefined
  const searchedTo = endsEarly ? null : page.searchedTo
  return {
    posts: entities.map((post) => collapse(post, page.posts, search)),
    nextCursor: endsEarly ? page.cursorAt(last) : page.nextCursor,
    isPartial: searchedTo !== null,
    // Where a search without an end begins is later than now.
    searchedTo: searchedTo === null ? null : timestamp(Math.min(timeOfId(searchedTo), Date.now())),
    indexedFrom: page.isFromIndex ? indexedFrom : null,
    ...(search.isOfChosen && hydration.hidden.languages && { languages: [...hydration.hidden.languages] }),
  }
}

function collapse(post: Post, rows: readonly SearchedPost[], { unseen: { words }, viewer }: PostSearch): Post {
  const isOwn = rows.some(({ id, author_id }) => String(id) === post._id && author_id === viewer)
  return words && !isOwn ? withMutedWord(post, words) : post
}

/** From which time on posts are in the index, if older ones are asked for and not indexed yet. */
async function readIndexedFrom(db: Connection, { from }: PostSearch): Promise<string | null> {
  const position = await positionOf(db, 'posts')
  // Whole seconds, and none that is indexed in part.
  return position > from ? timestamp(timeOfId(position) + 999) : null
}
