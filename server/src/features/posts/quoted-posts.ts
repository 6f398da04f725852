import type { Post } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import { readInParts } from '../../database/in-parts.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { type Hidden, isHidden, isMuted } from '../../reading/hidden.ts'
import { PLAIN } from '../media/records/media-addresses.ts'
import { isForFollowers } from '../visibility/audience.ts'
import { listBlocksAmong } from '../visibility/visibility.queries.ts'
import { listFurtherPictures } from './further-pictures.queries.ts'
import * as queries from './posts.queries.ts'
import { editedView, saidView } from './posts.view.ts'

/** What a post shows of the one that it quotes. */
export interface Quoted {
  readonly quote: NonNullable<Post['quote']>
  /** The author, also of one that is not shown; null if it is gone. */
  readonly author: MemberId | null
  /** The length of its texts, if it is shown. */
  readonly length: number
}

export type Quoting = { readonly id: PostId; readonly author_id: MemberId; readonly quoted_id: PostId | null }

const GONE: Quoted = { quote: {}, author: null, length: 0 }

/**
 * What each of these posts quotes; nothing is read if none quotes anything. A quoted post is shown if everyone sees it,
 * unless its author has blocked who quotes it, or the viewer does not see the author.
 * @param hidden of the viewer
 */
export async function listQuoted(
  db: Connection,
  posts: readonly Quoting[],
  hidden: Hidden,
): Promise<ReadonlyMap<PostId, Quoted>> {
  const quoting = posts.filter(({ quoted_id }) => quoted_id !== null)
  if (quoting.length === 0) return new Map()
  const ids = [...new Set(quoting.flatMap(({ quoted_id }) => quoted_id || []))]
  const rows = await readInParts(db, ids, (part) => queries.listRows(db, part, null))
  const further = await listFurtherPictures(db, rows)
  const members = [...quoting, ...rows].map(({ author_id }) => author_id)
  const blocks = rows.length === 0 ? [] : await listBlocksAmong(db, { members: [...new Set(members)] })
  const found = new Map(rows.map((row) => [row.id, row]))

  function quotedBy({ author_id, quoted_id }: Quoting): Quoted {
    const row = quoted_id === null ? undefined : found.get(quoted_id)
    if (!row) return GONE
    const author = row.author_id
    const isBlocked = blocks.some(({ blocker_id, blocked_id }) => blocker_id === author && blocked_id === author_id)
    if (isForFollowers(row) || isBlocked || isHidden(hidden, author)) return { ...GONE, author }
    if (isMuted(hidden, author)) return { ...GONE, author, quote: { muted: true } }
    return {
      quote: { post: { ...saidView(row, PLAIN, further.get(row.id)), ...editedView(row) } },
      author,
      length: queries.textLengthOf(row),
    }
  }
  return new Map(quoting.map((post) => [post.id, quotedBy(post)]))
}
