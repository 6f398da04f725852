import type { Post } from '@quack/contract'
import type { Status } from '@quack/contract/client-api/entities'
import type { Connection } from '../../../database/database.ts'
import { parseIds } from '../../../database/ids.ts'
import type { CommentId, PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { isHidden } from '../../../reading/hidden.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { countAnswers } from '../../comments/reading/branches.queries.ts'
import { hydrateComments } from '../../comments/reading/comments.hydrate.ts'
import { listAnswered, listPostsOf, listRows } from '../../comments/reading/comments.queries.ts'
import { readBlurhashes } from '../../media/records/media.queries.ts'
import { summaryView } from '../../members/members.view.ts'
import { listOwnRows } from '../../posts/hidden-posts.queries.ts'
import { listRepostsWith } from '../../posts/post-lists.queries.ts'
import { type BuiltPost, buildAllPosts, buildQuotedPosts } from '../../posts/posts.hydrate.ts'
import { findReadable } from '../../visibility/audience.ts'
import { accountView } from '../accounts/account.view.ts'
import { readMembersByNames } from '../accounts/accounts.read.ts'
import type { Reader } from '../transport/bind-client.ts'
import {
  type Answered,
  approvalView,
  filesOf,
  type Named,
  quoteRule,
  quoteView,
  repostStatus,
  statusFrom,
} from './status.view.ts'

/** What an id names: a post, also by one of its reposts; or a comment and its post. */
export interface Found extends Named {
  readonly id: PostId
}

/** The members whom statuses name. */
export const namesIn = (texts: readonly Pick<Post, 'username' | 'mentions' | 'repost'>[]): string[] =>
  texts.flatMap(({ username, mentions = [], repost }) => [
    username,
    ...mentions,
    ...(repost ? [repost.by.username] : []),
  ])

/** As statuses, in their order. Those of members whom the viewer does not see are left out. */
export async function foundStatuses(db: Connection, found: readonly Named[], { hydration, urls }: Reader) {
  const quoted = await readQuoted(db, found, hydration)
  const all = [...found, ...quoted]
  const names = namesIn(all.flatMap(({ post, comment }) => (comment ? [post, comment] : [post])))
  const files = all.flatMap(({ post, comment }) => (comment ? [] : filesOf(post)))
  const members = await readMembersByNames(db, names, hydration)
  const accounts = new Map([...members].map(([name, member]) => [name, accountView(member, urls)]))
  const blurhashes = await readBlurhashes(db, files)
  const comments = found.flatMap(({ comment }) => (comment ? (Number(comment._id) as CommentId) : []))
  const answering = await readAnswering(db, comments)
  const answerCounts = await countAnswers(db, comments)
  const { viewer, hidden } = hydration
  function show(each: Named, quote?: Status['quote']): Status | null {
    if (each.comment) {
      const id = Number(each.comment._id)
      const [answered, answerCount] = [answeredBy(answering.get(id), hydration), answerCounts.get(id)]
      return statusFrom(each, accounts, { urls, blurhashes, answered, answerCount })
    }
    const { mutedWord, username, _id } = each.post
    const member = members.get(username.toLowerCase())
    const author = member && Number(member._id)
    const pinned = member && author === viewer ? member.pinnedPost === _id : undefined
    const word = mutedWord === undefined ? null : hidden.words?.collapse(mutedWord)
    const rule = quoteRule(each.post, Boolean(member?.private || member?.limited))
    const approval = approvalView(rule, { viewer, author, follows: member?.viewer?.following === true })
    return statusFrom(each, accounts, { urls, blurhashes, pinned, word, quote, approval })
  }
  const quotes = new Map(quoted.map((each) => [each.post._id, show(each)]))
  return found.flatMap((each) => {
    const { repost, quote } = each.post
    const status = show(each, quote && quoteView(quotes.get(quote.post?._id ?? '')))
    if (!status || !repost) return status ?? []
    const by = accounts.get(repost.by.username.toLowerCase())
    return by ? repostStatus(status, Number(repost.id), by) : []
  })
}

/** What posts show as quoted. */
async function readQuoted(db: Connection, found: readonly Named[], hydration: Hydration): Promise<Named[]> {
  const ids = parseIds<PostId>(found.flatMap(({ post, comment }) => (comment ? [] : (post.quote?.post?._id ?? []))))
  const built = await buildQuotedPosts(db, [...new Set(ids)], hydration)
  return built.map(({ post }) => ({ post, comment: null }))
}

type Answering = Awaited<ReturnType<typeof listAnswered>>[number]

/** What a comment answers; undefined for its post, also if the viewer does not see the comment that it answers. */
export function answeredBy(
  row: Answering | undefined,
  { viewer, hidden }: Pick<Hydration, 'viewer' | 'hidden'>,
): Answered | undefined {
  if (!row || isHidden(hidden, row.author_id) || (row.is_hidden === 1 && row.author_id !== viewer)) return undefined
  return { id: String(row.answered), author: String(row.author_id) }
}

export async function readAnswering(db: Connection, ids: readonly CommentId[]) {
  const rows = ids.length === 0 ? [] : await listAnswered(db, { ids })
  return new Map<number, Answering>(rows.map((row) => [row.id, row]))
}

/** Posts as statuses, in their order. */
export function statusesOf(db: Connection, posts: readonly Post[], reader: Reader) {
  const found = posts.map((post) => ({ post, comment: null }))
  return foundStatuses(db, found, reader)
}

/** Comments by their ids. Those that the viewer does not see are left out. */
export async function readComments(db: Connection, ids: readonly CommentId[], hydration: Hydration) {
  const made = await hydrateComments(db, await listRows(db, ids), hydration)
  return ids.flatMap((id) => {
    const { comment, members: [author] = [] } = made.get(id) ?? {}
    // One that the post's author has hidden is its writer's alone.
    const isShown = comment?.hidden === undefined || (comment.hidden === 'author' && author === hydration.viewer)
    return comment && isShown ? comment : []
  })
}

/** What ids name, in their order. What the viewer does not see is left out. */
export async function findStatuses(db: Connection, texts: readonly string[], hydration: Hydration): Promise<Found[]> {
  const ids = parseIds(texts)
  if (ids.length === 0) return []
  const answered = await listPostsOf(db, { ids: ids as CommentId[] })
  const postOf = new Map<number, PostId>(answered.map((row) => [row.id, row.post_id]))
  const read = await readComments(db, [...postOf.keys()] as CommentId[], hydration)
  const comments = new Map(read.map((comment) => [comment._id, comment]))
  const reposts = await readReposts(db, ids, hydration)
  const idOf = (id: number) => postOf.get(id) ?? reposts.get(id)?.post ?? (id as PostId)
  const posts = await readPosts(db, [...new Set(ids.map(idOf))], hydration)
  return ids.flatMap((id) => {
    const postId = idOf(id)
    const post = posts.get(postId)
    const comment = comments.get(String(id)) ?? null
    if (!post || (comment === null && postOf.has(id))) return []
    const repost = reposts.get(id)?.repost
    return { id: postId, post: repost ? { ...post, repost } : post, comment }
  })
}

/** Those of these ids that are of reposts by members whose posts the viewer sees. */
async function readReposts(db: Connection, ids: readonly number[], { viewer, hidden }: Hydration) {
  const rows = await listRepostsWith(db, { ids })
  const isReadable = await findReadable(db, viewer, rows)
  const seen = rows.filter((row) => !isHidden(hidden, row.id) && isReadable(row.id))
  return new Map(
    seen.map(({ at, post, ...row }) => [at, { post, repost: { id: String(at), by: summaryView(row), others: 0 } }]),
  )
}

/** The viewer's own posts also if they are hidden. */
async function readPosts(db: Connection, ids: readonly PostId[], hydration: Hydration) {
  const byId = (built: readonly BuiltPost[]) => new Map(built.map(({ id, post }) => [id, post]))
  const posts = byId(await buildAllPosts(db, ids, hydration))
  const rest = ids.filter((id) => !posts.has(id))
  return new Map([...posts, ...byId(await buildAllPosts(db, rest, hydration, listOwnRows))])
}

/** @throws postUnknown, also if the viewer does not see it */
export async function findStatus(db: Connection, text: string, hydration: Hydration): Promise<Found> {
  const [found] = await findStatuses(db, [text], hydration)
  if (!found) throw new AppError('postUnknown')
  return found
}

/** @throws postUnknown */
export async function statusOf(db: Connection, found: Found, reader: Reader): Promise<Status> {
  const [status] = await foundStatuses(db, [found], reader)
  if (!status) throw new AppError('postUnknown')
  return status
}

/** @throws postUnknown */
export async function readStatus(db: Connection, text: string, reader: Reader): Promise<Status> {
  return statusOf(db, await findStatus(db, text, reader.hydration), reader)
}
