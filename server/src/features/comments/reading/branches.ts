import type { Comment } from '@quack/contract'
import { ANSWERS_COUNTED, ANSWERS_SHOWN, TREE_MAX } from '@quack/contract/rules/limits'
import type { Connection } from '../../../database/database.ts'
import { readPage } from '../../../database/paging.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { createScale } from '../../../reading/answer-size.ts'
import type { Hydrated } from '../../../reading/entity-page.ts'
import { type Hydration, pageOf } from '../../../reading/list-query.ts'
import * as queries from './branches.queries.ts'
import { hydrateComments } from './comments.hydrate.ts'
import { listRows } from './comments.queries.ts'
import { placeView } from './comments.view.ts'

/** A comment or place, with what stands below it. */
interface Node {
  readonly id: CommentId
  readonly answers: CommentId | null
  /** Null for a place. */
  readonly author: MemberId | null
  /** Oldest first. Those that nobody sees, with no answer below that somebody sees, are left out. */
  below: Node[]
  /** How many comments stand below, at any depth. */
  count: number
}

const nodeOf = ([id, answers, author]: queries.BranchEntry): Node => ({ id, answers, author, below: [], count: 0 })

/**
 * Puts together what stands below a node, and counts it.
 * @param entries oldest first: what is answered stands before its answers
 * @param isSeen of the authors whose comments everybody may see
 */
function grow(top: Node, entries: readonly queries.BranchEntry[], isSeen: (author: MemberId | null) => boolean): void {
  const known = new Map([[top.id, top]])
  for (const entry of entries) {
    const node = nodeOf(entry)
    const above = node.answers === null ? undefined : known.get(node.answers)
    if (!above) continue
    known.set(node.id, node)
    above.below.push(node)
  }
  for (const node of [...known.values()].reverse()) {
    node.below = node.below.filter((answer) => answer.count > 0 || isSeen(answer.author))
    node.count = node.below.reduce((sum, answer) => sum + answer.count + Number(isSeen(answer.author)), 0)
  }
}

/** The first answers to a node, each followed by the first answers to it. */
function firstAnswers(node: Node): Node[] {
  const [own, next] = ANSWERS_SHOWN
  return node.below.slice(0, own).flatMap((answer) => [answer, ...answer.below.slice(0, next)])
}

/** Reads nodes with their first answers, as many as fit into one answer. */
async function hydrateNodes(
  db: Connection,
  nodes: readonly Node[],
  isSeen: (author: MemberId | null) => boolean,
  hydration: Hydration,
): Promise<Hydrated<Comment>> {
  const scale = createScale(hydration.embed)
  const shownWith = new Map(nodes.map((node) => [node, firstAnswers(node)]))
  const seen = (list: readonly Node[]) =>
    list
      .flatMap((node) => [node, ...(shownWith.get(node) ?? [])])
      .flatMap((each) => (isSeen(each.author) ? each.id : []))
  // A page has seven hundred of them at most.
  const rows = new Map((await listRows(db, seen(nodes))).map((row) => [row.id, row]))
  const weigh = ({ id }: Node) => {
    const row = rows.get(id)
    return scale.weigh(row?.text.length ?? 0, row?.upvote_count ?? 0, row?.downvote_count ?? 0)
  }
  const taken = scale.fit(nodes, (node) =>
    (shownWith.get(node) ?? []).reduce((sum, answer) => sum + weigh(answer), weigh(node)),
  )
  const shown = nodes.slice(0, taken)
  const made = await hydrateComments(
    db,
    seen(shown).flatMap((id) => rows.get(id) ?? []),
    hydration,
  )
  const show = (node: Node) => ({ ...(made.get(node.id)?.comment ?? placeView(node)), answerCount: node.count })
  const entities = shown.map((node) => ({ ...show(node), answers: (shownWith.get(node) ?? []).map(show) }))
  return { entities, taken }
}

async function findSeen(db: Connection, post: PostId, authors: Iterable<MemberId | null>) {
  const members = [...new Set(authors)].filter((author) => author !== null)
  const seen = await queries.listSeenAuthors(db, post, members)
  return (author: MemberId | null) => author !== null && seen.has(author)
}

/** The tops of branches, in the order of these ids, with their first answers: as many as one page puts together. */
export async function hydrateTops(
  db: Connection,
  post: PostId,
  ids: readonly CommentId[],
  hydration: Hydration,
): Promise<Hydrated<Comment>> {
  if (ids.length === 0) return { entities: [], taken: 0 }
  const branches = await queries.listBranches(db, ids, { after: 0, each: ANSWERS_COUNTED, all: TREE_MAX })
  const isSeen = await findSeen(
    db,
    post,
    [...branches.values()].flatMap(({ author, entries }) => [author, ...entries.map(([, , answerer]) => answerer)]),
  )
  const nodes = [...branches].map(([id, { author, entries }]) => {
    const node = nodeOf([id, null, author])
    grow(node, entries, isSeen)
    return node
  })
  return hydrateNodes(db, nodes, isSeen, hydration)
}

/** A comment, what it answers, and a page of the answers to it. @throws commentUnknown */
export async function readBranch(
  db: Connection,
  { id, post_id: post, answers_id: answers, author_id, top_id }: queries.Placed,
  query: { limit?: number; cursor?: string },
  hydration: Hydration,
) {
  const top = top_id ?? id
  const extent = { after: id, each: TREE_MAX, all: TREE_MAX }
  const { entries = [] } = (await queries.listBranches(db, [top], extent)).get(top) ?? {}
  const above = answers === null ? null : await queries.findPlaced(db, { id: answers })
  const isSeen = await findSeen(db, post, [
    author_id,
    above?.author_id ?? null,
    ...entries.map(([, , author]) => author),
  ])
  const node = nodeOf([id, answers, author_id])
  grow(node, entries, isSeen)
  if (node.count === 0 && !isSeen(author_id)) throw new AppError('commentUnknown')

  const page = await readPage(queries.BRANCH_CURSOR, pageOf(query), async ({ limit, after }) =>
    node.below.filter((answer) => answer.id > (after?.id ?? 0)).slice(0, limit),
  )
  const around: Node[] = [{ ...node, below: [] }]
  if (answers !== null) around.push(nodeOf([answers, above?.answers_id ?? null, above?.author_id ?? null]))
  const [[comment, answered], listed] = await Promise.all([
    hydrateNodes(db, around, isSeen, hydration).then(({ entities }) => entities),
    hydrateNodes(db, page.entries, isSeen, hydration),
  ])
  const last = page.entries[listed.taken - 1]
  const endsEarly = listed.taken < page.entries.length && last !== undefined
  if (!comment) throw new AppError('commentUnknown')
  const { answers: _, ...alone } = comment
  return {
    postId: String(post),
    ...(answered && { answered: withoutTree(answered) }),
    comment: alone,
    answers: listed.entities,
    nextCursor: endsEarly ? queries.BRANCH_CURSOR.write(last) : page.nextCursor,
  }
}

/** What stands below it is not known. */
function withoutTree({ answers: _, answerCount: __, ...comment }: Comment): Comment {
  return comment
}
