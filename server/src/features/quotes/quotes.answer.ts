import type { Database } from '../../database/database.ts'
import type { PartRequest } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { NeedsTurn } from '../../http/limits/heavy-reads.ts'
import type { Hydration } from '../../reading/list-query.ts'
import type { PageQuery } from '../posts/list-page.ts'
import { readPostsList } from '../posts/posts.answer.ts'
import { findAnyAuthor, listQuoteIds, listShown, QUOTES_CURSOR } from './quotes.queries.ts'

/**
 * How many quotes are looked through at a time: at first, if the page is not longer, and at most. Many may be of
 * members whom the viewer does not see.
 */
const FIRST_PART = 64
const PART_MAX = 1_024
/** So many parts need no turn among heavy reads. */
const PARTS_WITHOUT_TURN = 2

/** A page of the posts that quote a post, newest first. The post is one that the viewer sees. @throws postUnknown */
export async function readQuotes(db: Database, post: PostId, query: PageQuery, hydration: Hydration) {
  const found = await findAnyAuthor(db.read, { id: post })
  if (!found) throw new AppError('postUnknown')
  return readPostsList(
    db,
    { codec: QUOTES_CURSOR, query, load: quotesOf(db, post, found.author, hydration) },
    hydration,
  )
}

/** Reads a part of the posts that quote a post. @param author of the quoted post */
export function quotesOf(
  { heavy }: Database,
  post: PostId,
  author: MemberId,
  { viewer, hidden, isInTurn }: Hydration,
): (page: PartRequest<{ id: number }>) => Promise<{ id: PostId }[]> {
  const reader = { viewer, unlisted: hidden.unlisted }
  return async (page) => {
    const found: { id: PostId }[] = []
    let { after } = page
    for (let parts = 1, size = Math.max(FIRST_PART, page.limit); ; parts++, size = Math.min(4 * size, PART_MAX)) {
      if (parts > PARTS_WITHOUT_TURN && isInTurn === false) throw new NeedsTurn()
      const part = await listQuoteIds(heavy.read, post, { ...page, after, limit: size })
      const ids = part.map(({ id }) => id)
      const shown = ids.length === 0 ? new Set() : await listShown(heavy.read, ids, author, reader)
      found.push(...part.filter(({ id }) => shown.has(id)))
      after = part.at(-1) ?? null
      if (found.length >= page.limit || part.length < size) return found.slice(0, page.limit)
    }
  }
}
