import type { Comment } from '@quack/contract'
import type { Connection } from '../../../database/database.ts'
import { listNewest } from '../../../database/nested-lists.ts'
import type { CommentId, MemberId } from '../../../database/schema.ts'
import { createScale } from '../../../reading/answer-size.ts'
import type { Hydrated } from '../../../reading/entity-page.ts'
import { isHidden } from '../../../reading/hidden.ts'
import { type Hydration, NEUTRAL_VIEWER } from '../../../reading/list-query.ts'
import { hydrateSummaries } from '../../members/members.hydrate.ts'
import { viewerFirst } from '../../members/members.view.ts'
import { COMMENT_MENTIONS } from '../../mentions/mentions.queries.ts'
import { listMentions } from '../../mentions/mentions.ts'
import * as queries from './comments.queries.ts'
import { commentView, hiddenCommentView } from './comments.view.ts'

/** A comment as an answer shows it, and the members that it names. */
export interface BuiltComment {
  readonly comment: Comment
  readonly members: readonly MemberId[]
}

/** Comments by their ids. Comments that were deleted meanwhile are absent. */
export async function hydrateComments(
  db: Connection,
  ids: readonly CommentId[],
  hydration: Hydration,
): Promise<Map<CommentId, BuiltComment>> {
  if (ids.length === 0) return new Map()
  const { viewer, embed, hidden } = hydration
  const all = await queries.listRows(db, ids)
  const rows = all.filter((row) => !isHidden(hidden, row.author_id))
  const having = (...counts: ('upvote_count' | 'downvote_count')[]) =>
    rows.filter((row) => counts.some((count) => row[count] > 0)).map((row) => row.id)
  const up = await listNewest<CommentId, MemberId>(
    db,
    queries.UPVOTED_BY,
    having('upvote_count'),
    embed,
    hidden.blocked,
  )
  const down = await listNewest<CommentId, MemberId>(
    db,
    queries.DOWNVOTED_BY,
    having('downvote_count'),
    embed,
    hidden.blocked,
  )
  const voted = having('upvote_count', 'downvote_count')
  const votes =
    viewer === null ? null : await queries.listViewerVotes(db, viewer, viewer === NEUTRAL_VIEWER ? [] : voted)
  const summaries = await hydrateSummaries(db, [...up.values(), ...down.values()], hydration)

  const mentions = await listMentions(db, COMMENT_MENTIONS, rows, hidden)

  const others = all.filter((row) => isHidden(hidden, row.author_id))
  return new Map([
    ...others.map((row): [CommentId, BuiltComment] => [row.id, { comment: hiddenCommentView(row), members: [] }]),
    ...rows.map((row): [CommentId, BuiltComment] => {
      const upvoted = votes?.get(row.id) === 1
      const downvoted = votes?.get(row.id) === -1
      const comment = commentView({
        row,
        upvotedBy: summaries.list(viewerFirst(up.get(row.id), viewer, upvoted, embed)),
        downvotedBy: summaries.list(viewerFirst(down.get(row.id), viewer, downvoted, embed)),
        mentioned: mentions.get(row.id),
        viewer: votes ? { upvoted, downvoted } : undefined,
      })
      const voters = [...(up.get(row.id) ?? []), ...(down.get(row.id) ?? [])]
      const mentioned = (mentions.get(row.id) ?? []).map(({ id }) => id)
      return [row.id, { comment, members: [row.author_id, ...voters, ...mentioned] }]
    }),
  ])
}

/** Comments in the order of their ids, as many as fit into one answer. */
export async function hydrateCommentList(
  db: Connection,
  ids: readonly CommentId[],
  hydration: Hydration,
): Promise<Hydrated<Comment>> {
  const scale = createScale(hydration.embed)
  const weights = await queries.listWeights(db, ids)
  const taken = scale.fit(ids, (id) => {
    const comment = weights.get(id)
    return comment ? scale.weigh(comment.length, comment.upvote_count, comment.downvote_count) : 0
  })
  const shown = ids.slice(0, taken)
  const comments = await hydrateComments(db, shown, hydration)
  return { entities: shown.flatMap((id) => comments.get(id)?.comment ?? []), taken }
}
