import type { Comment } from '@quack/contract'
import type { Connection } from '../../../database/database.ts'
import type { CommentId, MemberId } from '../../../database/schema.ts'
import { createScale } from '../../../reading/answer-size.ts'
import type { Hydrated } from '../../../reading/entity-page.ts'
import { isHidden } from '../../../reading/hidden.ts'
import { type Hydration, NEUTRAL_VIEWER } from '../../../reading/list-query.ts'
import { viewerFirst } from '../../members/members.view.ts'
import { type CountedList, countedBy, type NestedMembers, readNestedMembers } from '../../members/nested-members.ts'
import { COMMENT_MENTIONS } from '../../mentions/mentions.queries.ts'
import { listMentions } from '../../mentions/mentions.ts'
import * as queries from './comments.queries.ts'
import { commentView, hiddenCommentView } from './comments.view.ts'

/** A comment as an answer shows it, and the members that it names. */
export interface BuiltComment {
  readonly comment: Comment
  readonly members: readonly MemberId[]
}

/** Who has voted on comments, for readNestedMembers. */
export const votersOf = (rows: readonly queries.CommentRow[]): CountedList[] => [
  countedBy(queries.UPVOTED_BY, rows, 'upvote_count'),
  countedBy(queries.DOWNVOTED_BY, rows, 'downvote_count'),
]

/**
 * The comments of these rows, by their ids.
 * @param voters their voters; null if they are to be read
 */
export async function hydrateComments(
  db: Connection,
  all: readonly queries.CommentRow[],
  hydration: Hydration,
  voters: NestedMembers | null = null,
): Promise<Map<CommentId, BuiltComment>> {
  const { viewer, embed, hidden } = hydration
  const rows = all.filter((row) => !isHidden(hidden, row.author_id))
  const voted = rows.filter((row) => row.upvote_count + row.downvote_count > 0).map(({ id }) => id)
  const votes =
    viewer === null ? null : await queries.listViewerVotes(db, viewer, viewer === NEUTRAL_VIEWER ? [] : voted)
  const { of, list } = voters ?? (await readNestedMembers(db, votersOf(rows), hydration))

  const mentions = await listMentions(db, COMMENT_MENTIONS, rows, hidden)
  const answered = await findAnswered(db, rows, hydration)

  const others = all.filter((row) => isHidden(hidden, row.author_id))
  return new Map([
    ...others.map((row): [CommentId, BuiltComment] => [row.id, { comment: hiddenCommentView(row), members: [] }]),
    ...rows.map((row): [CommentId, BuiltComment] => {
      const upvoted = votes?.get(row.id) === 1
      const downvoted = votes?.get(row.id) === -1
      const comment = commentView({
        row,
        answered: answered(row)?.username,
        upvotedBy: list(viewerFirst(of(queries.UPVOTED_BY, row.id), viewer, upvoted, embed)),
        downvotedBy: list(viewerFirst(of(queries.DOWNVOTED_BY, row.id), viewer, downvoted, embed)),
        mentioned: mentions.get(row.id),
        viewer: votes ? { upvoted, downvoted } : undefined,
      })
      const named = [...of(queries.UPVOTED_BY, row.id), ...of(queries.DOWNVOTED_BY, row.id)]
      const mentioned = (mentions.get(row.id) ?? []).map(({ id }) => id)
      const { author_id: above } = answered(row) ?? row
      return [row.id, { comment, members: [row.author_id, above, ...named, ...mentioned] }]
    }),
  ])
}

/** For each comment, what it answers, if the viewer sees that. It may be among these comments. */
async function findAnswered(db: Connection, rows: readonly queries.CommentRow[], { hidden }: Hydration) {
  const known = new Map(rows.map((row) => [row.id, row]))
  const others = rows.filter((row) => row.answers_id !== null && !known.has(row.answers_id)).map(({ id }) => id)
  const found = others.length === 0 ? [] : await queries.listAnswered(db, { ids: others })
  const byId = new Map(found.filter((row) => !isHidden(hidden, row.author_id)).map((row) => [row.id, row]))
  return (row: queries.CommentRow) =>
    (row.answers_id === null ? undefined : known.get(row.answers_id)) ?? byId.get(row.id)
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
  const comments = await hydrateComments(db, await queries.listRows(db, shown), hydration)
  return { entities: shown.flatMap((id) => comments.get(id)?.comment ?? []), taken }
}
