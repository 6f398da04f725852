import type { Post, PostsAnswer } from '@quack/contract'
import type { FastifyReply } from 'fastify'
import { type Connection, type Database, tryCatchUp } from '../../database/database.ts'
import type { PageRequest, PartRequest } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { JsonAnswer } from '../../http/answers/json-answer.ts'
import { NeedsTurn } from '../../http/limits/heavy-reads.ts'
import { readEntityPage } from '../../reading/entity-page.ts'
import { NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { type Hydration, prefersMinimal } from '../../reading/list-query.ts'
import { summaryView } from '../members/members.view.ts'
import type { PageKey, PageQuery, PostList } from './list-page.ts'
import { withMutedWord, withoutHidden } from './muted-words.ts'
import { type Reason, withReason } from './post-json.ts'
import {
  listIdsByAuthor,
  listIdsNewestFirst,
  listRepostedBy,
  listRepostsOf,
  PLACES_CURSOR,
  POSTS_CURSOR,
} from './post-lists.queries.ts'
import type { PostKey, PostPages } from './post-pages.ts'
import { getPost, hydrateOwnPosts, hydratePosts } from './posts.hydrate.ts'

interface PostsPage {
  readonly posts: Post[]
  readonly nextCursor: string | null
}

/** Reads a page of any list of posts: first the ids, then the posts. */
export async function readPostsPage<Key, Row extends Key & { readonly id: PostId }>(
  db: Connection,
  { codec, query, load, reasons }: PostList<Key, Row>,
  hydration: Hydration,
  hydrate = hydratePosts,
): Promise<PostsPage> {
  const { entities, nextCursor } = await readEntityPage(codec, query, load, (ids: readonly PostId[]) =>
    hydrate(db, ids, hydration),
  )
  return { posts: reasons ? await withReasons(entities, reasons) : entities, nextCursor }
}

/** Posts of a list, with why they are in it. */
export async function withReasons(
  posts: readonly Post[],
  reasons: (ids: readonly PostId[]) => Promise<ReadonlyMap<PostId, Reason>>,
): Promise<Post[]> {
  const found = await reasons(posts.map(({ _id }) => Number(_id) as PostId))
  return posts.map((post) => {
    const reason = found.get(Number(post._id) as PostId)
    return reason ? withReason(post, reason) : post
  })
}

/** Pages of ids that are read at most to fill one, when posts with muted words are left out. */
const READS_MAX = 20
/** So many need no turn among heavy reads. */
const READS_WITHOUT_TURN = 2

/**
 * As readPostsPage, for lists in which the viewer's muted words count: the posts that they hide are left out, and the
 * page is filled with the next ones, unless nearly all are hidden. Own posts are never hidden.
 */
export async function readPostsList<Key, Row extends Key & { readonly id: PostId }>(
  db: Database,
  list: PostList<Key, Row>,
  hydration: Hydration,
): Promise<PostsPage> {
  const { viewer, hidden, isInTurn } = hydration
  const { words } = hidden
  if (!words) return readPostsPage(db.read, list, hydration)
  const own = new Set<string>()
  let stoppedAt: Key | null = null

  async function loadShown(request: PageRequest<Key>): Promise<readonly Row[]> {
    const shown: Row[] = []
    let { after } = request
    for (let reads = 1; ; reads++) {
      const rows = await list.load({ ...request, after })
      // The texts alone are read, because most of the posts may be hidden.
      const passed = await withoutHidden(db.heavy, rows, viewer, hidden)
      shown.push(...passed.shown)
      for (const id of passed.own) own.add(String(id))
      const last = rows.at(-1)
      if (shown.length >= request.limit || rows.length < request.limit || last === undefined) return shown
      after = last
      if (reads < READS_WITHOUT_TURN) continue
      if (isInTurn === false) throw new NeedsTurn()
      if (isInTurn && reads < READS_MAX) continue
      stoppedAt = last
      return shown
    }
  }

  const page = await readPostsPage(db.read, { ...list, load: loadShown }, hydration)
  const posts = page.posts.map((post) => (own.has(post._id) ? post : withMutedWord(post, words)))
  const nextCursor = page.nextCursor ?? (stoppedAt === null ? null : list.codec.write(stoppedAt))
  return { posts, nextCursor }
}

/** How lists in the order of ids are cached. */
const BY_ID = {
  order: 'newest',
  codec: POSTS_CURSOR,
  cursorAt: (id: number) => POSTS_CURSOR.write({ id }),
} as const

/**
 * A page of the posts for everyone, without those of members whom the viewer has muted, or who do not exist for the
 * viewer, newest first.
 * @param pages the caches; null if they may not be used
 */
export async function answerAllPosts(
  db: Database,
  pages: PostPages | null,
  query: PageQuery,
  hydration: Hydration,
): Promise<PostsPage | JsonAnswer<PageKey>> {
  const load = (page: PageRequest<{ id: number }>) => listIdsNewestFirst(db.read, page, hydration.hidden.unlisted)
  const list = { ...BY_ID, name: 'all', query, load }
  return (await pages?.answerShared(db.read, list, hydration)) ?? readPostsList(db, list, hydration)
}

/**
 * A page of what a member has written or reposted, newest first.
 * @param followersOf the member, if only followers see it
 */
export async function answerMemberPosts(
  db: Connection,
  pages: PostPages | null,
  { id: named, followersOf }: { readonly id: MemberId; readonly followersOf: MemberId | null },
  query: PageQuery,
  hydration: Hydration,
): Promise<PostsPage | JsonAnswer<PageKey>> {
  const isOwn = hydration.viewer === named
  // The same for all viewers, so that one who does not see everybody leaves no gap for others.
  const shared = {
    ...{ name: `by ${named}`, order: 'newest' as const, named, isForFollowers: followersOf !== null, query },
    ...memberPosts(db, named, { ...hydration, hidden: NOTHING_HIDDEN }),
  }
  const cached = await pages?.answerShared(db, shared, hydration)
  if (cached) return cached
  const list = { query, ...memberPosts(db, named, hydration) }
  return readPostsPage(db, list, hydration, isOwn ? hydrateOwnPosts : hydratePosts)
}

/** What a member has written or reposted. */
export function memberPosts(db: Connection, member: MemberId, { viewer, hidden }: Hydration) {
  return {
    codec: PLACES_CURSOR,
    cursorAt: (at: number) => PLACES_CURSOR.write({ at }),
    async load(page: PartRequest<{ at: number }>) {
      const written = await listIdsByAuthor(db, member, page, viewer === member ? 'author' : 'anyone')
      const reposted = await listRepostedBy(db, member, page, hidden.blocked)
      const sign = page.isUpward ? 1 : -1
      const all = [...written.map(({ id }) => ({ id, at: id as number })), ...reposted]
      return all.sort((a, b) => sign * (a.at - b.at)).slice(0, page.limit)
    },
    async reasons(ids: readonly PostId[]): Promise<ReadonlyMap<PostId, Reason>> {
      const rows = await listRepostsOf(db, { member, ids })
      return new Map(
        rows.map((row) => {
          const by = summaryView({ ...row, id: member })
          return [row.post_id, { repost: { id: String(row.id), by, others: 0 }, names: member }]
        }),
      )
    },
  }
}

/** @throws postUnknown if the viewer does not see the post */
export async function answerPost(
  db: Connection,
  pages: PostPages | null,
  id: PostId,
  hydration: Hydration,
): Promise<{ post: Post } | JsonAnswer<PostKey>> {
  return (await pages?.answerPost(db, id, hydration)) ?? { post: await getPost(db, id, hydration) }
}

/**
 * The answer to writes on posts and comments for which the specification requires all posts: the first page of them. A
 * client that sends `Prefer: return=minimal` gets only the changed post.
 * @param id the changed post; null if it was deleted
 */
export async function answerWrite(
  db: Database,
  pages: PostPages,
  id: PostId | null,
  hydration: Hydration,
  headers: { prefer?: string },
  reply: FastifyReply,
): Promise<PostsAnswer | JsonAnswer<PageKey>> {
  if (prefersMinimal(headers, reply)) return { post: id === null ? null : await getPost(db.read, id, hydration) }
  const cached = (await tryCatchUp(db)) ? pages : null
  return answerAllPosts(db, cached, {}, hydration)
}
