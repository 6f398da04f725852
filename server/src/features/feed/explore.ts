import { sql } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { isNotIn } from '../../database/in-list.ts'
import type { PageRequest, PartRequest } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import type { Hidden } from '../../reading/hidden.ts'
import type { Hydration } from '../../reading/list-query.ts'
import type { PageQuery } from '../posts/list-page.ts'
import { languageLists, languageOfPost, NO_LANGUAGE } from '../posts/post-languages.ts'
import { listIdsNewestFirst, POSTS_CURSOR } from '../posts/post-lists.queries.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { answerAllPosts, readPostsList } from '../posts/posts.answer.ts'
import { isPostForEveryone } from '../visibility/audience.ts'
import { isPostVisible } from '../visibility/visibility.ts'
import { listMerged } from './merged-lists.queries.ts'

/**
 * A page of everybody's posts, newest first. If the viewer has chosen languages, of those in them, and of those without
 * one: the caches do not know the languages of new posts, so it is read from the database.
 */
export function answerExplore(db: Database, pages: PostPages | null, query: PageQuery, hydration: Hydration) {
  const { hidden } = hydration
  if (!hidden.languages) return answerAllPosts(db, pages, query, hydration)
  const load = (page: PageRequest<{ id: number }>) => listExploreIds(db.read, page, hidden)
  return readPostsList(db, { codec: POSTS_CURSOR, query, load }, hydration)
}

/** @param hidden leaves out authors, and posts in other languages than these */
export async function listExploreIds(
  db: Connection,
  page: PartRequest<{ id: number }>,
  { unlisted, languages }: Hidden,
): Promise<readonly { readonly id: PostId }[]> {
  if (!languages) return listIdsNewestFirst(db, page, unlisted)
  const isSeen = unlisted.length > 0 ? sql`and ${isNotIn(db, 'posts.author_id', unlisted)}` : sql``
  const of = {
    ...{ table: 'posts', list: (posts: string) => languageOfPost(db, posts), id: 'id' },
    lists: languageLists(db, [...languages, NO_LANGUAGE]),
    isListed: sql`${isPostForEveryone} and ${isPostVisible} ${isSeen}`,
  }
  const { limit, after, until, isUpward } = page
  const part = { limit, after: after && { at: after.id }, until }
  const ids = await listMerged<PostId>(db, of, isUpward ? 'oldest' : 'latest', part)
  return ids.map((id) => ({ id }))
}
