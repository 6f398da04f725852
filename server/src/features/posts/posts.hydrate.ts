import type { Post } from '@quack/contract'
import { PAGE_MAX } from '@quack/contract/rules/limits'
import type { Connection } from '../../database/database.ts'
import { readInParts } from '../../database/in-parts.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { createScale } from '../../reading/answer-size.ts'
import type { Hydrated } from '../../reading/entity-page.ts'
import { isHidden } from '../../reading/hidden.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { hydrateComments, votersOf } from '../comments/reading/comments.hydrate.ts'
import { mediaAddressesOf } from '../media/records/media-addresses.ts'
import { viewerFirst } from '../members/members.view.ts'
import { countedBy, readNestedMembers } from '../members/nested-members.ts'
import { POST_MENTIONS } from '../mentions/mentions.queries.ts'
import { listMentions } from '../mentions/mentions.ts'
import { findReadable, isForFollowers } from '../visibility/audience.ts'
import { listFurtherPictures } from './further-pictures.queries.ts'
import { listOwnRows } from './hidden-posts.queries.ts'
import { cardOf, listCards } from './post-cards.ts'
import { listOwnVotes, listPolls, type PostPoll, viewerPollOf } from './post-polls.ts'
import { listComments } from './posts.comments.ts'
import * as queries from './posts.queries.ts'
import { DISLIKED_BY, LIKED_BY } from './posts.queries.ts'
import { addressingOf, postView } from './posts.view.ts'
import { listQuoted } from './quoted-posts.ts'

/** A post as an answer shows it, with what a cache needs to know about it. */
export interface BuiltPost {
  readonly id: PostId
  readonly post: Post
  /** The members that it names. */
  readonly members: readonly MemberId[]
  /** Its estimated size in an answer (answer-size.ts). */
  readonly weight: number
  /** When the addresses in it change, in milliseconds since 1970. */
  readonly until: number
  /** In milliseconds since 1970; the post itself has seconds. */
  readonly updatedAt: number
  /** The author, if only followers see it. */
  readonly followersOf: MemberId | null
  /**
   * What it quotes, also if it does not show that; null if it quotes nothing, and for the author of a post that is
   * gone.
   */
  readonly quotedPost: PostId | null
  readonly quotedAuthor: MemberId | null
  /** The card to which it refers, also if there is nothing to show; null if it refers to none. */
  readonly cardId: number | null
  readonly poll: PostPoll | null
}

type RowsReader = (
  db: Connection,
  ids: readonly PostId[],
  viewer: MemberId | null,
) => Promise<readonly queries.PostRow[]>

/** Posts in the order of their ids. Posts that were deleted meanwhile are left out. */
export async function hydratePosts(
  db: Connection,
  ids: readonly PostId[],
  hydration: Hydration,
): Promise<Hydrated<Post>> {
  const { posts, taken } = await buildPosts(db, ids, hydration)
  return { entities: posts.map(({ post }) => post), taken }
}

/** As hydratePosts, and also hidden posts of the viewer's own. Without a viewer, none. */
export async function hydrateOwnPosts(
  db: Connection,
  ids: readonly PostId[],
  hydration: Hydration,
): Promise<Hydrated<Post>> {
  const { posts, taken } = await buildPosts(db, ids, hydration, listOwnRows)
  return { entities: posts.map(({ post }) => post), taken }
}

/**
 * Reads posts in a bounded number of queries. The last posts are left out if they would make the answer too large.
 * This is decided before the lists of members are read.
 * @param listRows reads the rows of these posts
 * @returns `taken`: how many ids, from the first on, were used
 */
export async function buildPosts(
  db: Connection,
  ids: readonly PostId[],
  hydration: Hydration,
  listRows: RowsReader = queries.listRows,
): Promise<{ posts: BuiltPost[]; taken: number }> {
  if (ids.length === 0) return { posts: [], taken: 0 }
  const { viewer, embed, hidden, isForCache } = hydration
  const scale = createScale(embed)
  const all = await readInParts(db, ids, (part) => listRows(db, part, viewer))
  const closed = isForCache ? [] : all.filter(isForFollowers).map((row) => ({ ...row, id: row.author_id }))
  const isReadable = await findReadable(db, viewer, closed)
  const seen = all.filter((row) => !isHidden(hidden, row.author_id) && isReadable(row.author_id))
  const rows = new Map(seen.map((row) => [row.id, row]))
  const quoted = await listQuoted(db, seen, hidden)
  const cards = await listCards(db, seen)
  const polls = await listPolls(db, seen)
  const votes = await listOwnVotes(db, viewer, polls)
  const weightOfPost = (id: PostId) => {
    const row = rows.get(id)
    const beside = (quoted.get(id)?.length ?? 0) + (cards.get(row?.link_hash ?? null)?.length ?? 0)
    const length = row ? queries.textLengthOf(row) + beside : 0
    return row ? scale.weigh(length, row.liked_by_count, row.disliked_by_count) : 0
  }
  let taken = scale.fit(ids, weightOfPost)

  const rowsOf = (wanted: readonly PostId[]) => wanted.flatMap((id) => rows.get(id) ?? [])
  const listed = await listComments(db, rowsOf(ids.slice(0, taken)), embed)
  const { ids: commentIds, weights } = listed
  if (weights) {
    const weightOfComment = (id: CommentId) => {
      const comment = weights.get(id)
      return comment ? scale.weigh(comment.length, comment.upvote_count, comment.downvote_count) : 0
    }
    taken = scale.fit(ids.slice(0, taken), (id) =>
      (commentIds.get(id) ?? []).reduce((sum, commentId) => sum + weightOfComment(commentId), weightOfPost(id)),
    )
  }

  const shown = ids.slice(0, taken)
  const commentRows = await listed.listRows(shown.flatMap((id) => commentIds.get(id) ?? []))
  const reacted = [
    countedBy(LIKED_BY, rowsOf(shown), 'liked_by_count'),
    countedBy(DISLIKED_BY, rowsOf(shown), 'disliked_by_count'),
  ]
  const seenComments = commentRows.filter((row) => !isHidden(hidden, row.author_id))
  const nested = await readNestedMembers(db, [...reacted, ...votersOf(seenComments)], hydration)
  const comments = await hydrateComments(db, commentRows, hydration, nested)

  const texts = rowsOf(shown).map(({ id, content: text }) => ({ id, text }))
  const mentions = await listMentions(db, POST_MENTIONS, texts, hidden)

  const further = await listFurtherPictures(db, rowsOf(shown))

  const signed = mediaAddressesOf(db).signed()
  const posts = shown.flatMap((id): BuiltPost | [] => {
    const row = rows.get(id)
    if (!row) return []
    const poll = polls.get(id)
    const vote = votes.get(id)
    const ownPoll = poll && viewerPollOf(poll, viewer, vote?.version === poll.poll.version ? vote.choices : 0)
    const reactions = {
      liked: Boolean(row.liked),
      disliked: Boolean(row.disliked),
      bookmarked: Boolean(row.bookmarked),
      ...(row.reposted ? { reposted: true as const } : null),
      ...(ownPoll && { poll: ownPoll }),
    }
    const built = (commentIds.get(id) ?? []).flatMap((commentId) => comments.get(commentId) ?? [])
    const addressing = addressingOf(row, signed)
    const quotes = quoted.get(id)
    const link = cards.get(row.link_hash)
    const post = postView({
      row,
      addressing,
      further: further.get(id),
      likedBy: nested.list(viewerFirst(nested.of(LIKED_BY, id), viewer, reactions.liked, embed)),
      dislikedBy: nested.list(viewerFirst(nested.of(DISLIKED_BY, id), viewer, reactions.disliked, embed)),
      comments: built.map(({ comment }) => comment),
      mentioned: mentions.get(id),
      quote: quotes?.quote,
      card: link && cardOf(row.content, link),
      poll: poll?.poll,
      viewer: viewer === null ? undefined : reactions,
    })
    const members = [row.author_id, ...nested.of(LIKED_BY, id), ...nested.of(DISLIKED_BY, id)]
    for (const mentioned of mentions.get(id) ?? []) members.push(mentioned.id)
    for (const comment of built) members.push(...comment.members)
    const quotedAuthor = quotes?.author ?? null
    if (quotedAuthor !== null) members.push(quotedAuthor)
    const weight = post.comments.reduce(
      (sum, { text, votes }) => sum + scale.weigh(text.length, votes.upvoteCount, votes.downvoteCount),
      weightOfPost(id),
    )
    const followersOf = isForFollowers(row) ? row.author_id : null
    const { updated_at: updatedAt, quoted_id: quotedPost } = row
    const depends = { followersOf, quotedPost, quotedAuthor, cardId: link?.id ?? null, poll: poll ?? null }
    return { id, post, members, weight, until: addressing.until, updatedAt, ...depends }
  })
  return { posts, taken }
}

/** As buildPosts, and none is left out: as many are read at a time as fit into an answer. */
export async function buildAllPosts(
  db: Connection,
  ids: readonly PostId[],
  hydration: Hydration,
  listRows?: RowsReader,
): Promise<BuiltPost[]> {
  const all: BuiltPost[] = []
  for (let from = 0; from < ids.length; ) {
    const { posts, taken } = await buildPosts(db, ids.slice(from, from + PAGE_MAX), hydration, listRows)
    all.push(...posts)
    from += taken
  }
  return all
}

/** Posts as others show them that quote them: without what they quote themselves. None is left out. */
export function buildQuotedPosts(db: Connection, ids: readonly PostId[], hydration: Hydration): Promise<BuiltPost[]> {
  return buildAllPosts(db, ids, hydration, async (...of) =>
    (await queries.listRows(...of)).map((row) => ({ ...row, quoted_id: null })),
  )
}

/** The author's own post also if it is hidden. @throws postUnknown if the viewer does not see the post */
export async function getPost(db: Connection, id: PostId, hydration: Hydration): Promise<Post> {
  const [post] = (await hydratePosts(db, [id], hydration)).entities
  const [own] = post ? [post] : (await hydrateOwnPosts(db, [id], hydration)).entities
  if (!own) throw new AppError('postUnknown')
  return own
}
