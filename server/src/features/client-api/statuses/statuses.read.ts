import type { Comment, Post } from '@quack/contract'
import type { Account, Status } from '@quack/contract/client-api/entities'
import type { Connection } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import type { CommentId, PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { isHidden } from '../../../reading/hidden.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { countAnswers } from '../../comments/reading/branches.queries.ts'
import { hydrateComments } from '../../comments/reading/comments.hydrate.ts'
import { listAnswered, listPostsOf, listRows } from '../../comments/reading/comments.queries.ts'
import { readBlurhashes } from '../../media/records/media.queries.ts'
import { listRepostsWith } from '../../posts/post-lists.queries.ts'
import { hydrateOwnPosts, hydratePosts } from '../../posts/posts.hydrate.ts'
import { findReadable } from '../../visibility/audience.ts'
import { accountView } from '../accounts/account.view.ts'
import { readMembersByNames } from '../accounts/accounts.read.ts'
import type { Urls } from '../transport/urls.ts'
import { type Answered, commentStatus, filesOf, postStatus, repostStatus, type StatusParts } from './status.view.ts'

/** What an id names: a post, or a comment and its post. */
export interface Found extends Named {
  readonly id: PostId
}

interface Named {
  readonly post: Post
  readonly comment: Comment | null
}

/** By their names in lower case. */
type Accounts = ReadonlyMap<string, Account>

/** The members whom statuses name. */
export const namesIn = (texts: readonly Pick<Post, 'username' | 'mentions' | 'repost'>[]): string[] =>
  texts.flatMap(({ username, mentions = [], repost }) => [
    username,
    ...mentions,
    ...(repost ? [repost.by.username] : []),
  ])

const NO_BLURHASHES: ReadonlyMap<string, string> = new Map()

/** What only some statuses tell. */
interface Further extends Partial<Pick<StatusParts, 'blurhashes' | 'word'>> {
  readonly pinned?: boolean | null
  readonly answered?: Answered | undefined
  readonly answerCount?: number | undefined
}

/** @param accounts of its author, of the post's, and of the members that it mentions; null without one of the former */
export function statusFrom(
  { post, comment }: Named,
  accounts: Accounts,
  urls: Urls,
  { pinned = null, answered, answerCount = 0, ...more }: Further = {},
): Status | null {
  const shown = comment ?? post
  const [account, author] = [shown, post].map(({ username }) => accounts.get(username.toLowerCase()))
  if (!account || !author) return null
  const mentioned = (shown.mentions ?? []).flatMap((name) => accounts.get(name.toLowerCase()) ?? [])
  const parts = { urls, account, mentioned, blurhashes: NO_BLURHASHES, ...more }
  if (!comment) return postStatus(post, parts, pinned)
  const place = { answered: answered ?? { id: post._id, author: author.id }, answerCount, isPrivate: author.locked }
  return commentStatus(comment, place, parts)
}

/** As statuses, in their order. Those of members whom the viewer does not see are left out. */
export async function foundStatuses(db: Connection, found: readonly Named[], hydration: Hydration, urls: Urls) {
  const names = namesIn(found.flatMap(({ post, comment }) => (comment ? [post, comment] : [post])))
  const files = found.flatMap(({ post, comment }) => (comment ? [] : filesOf(post)))
  const members = await readMembersByNames(db, names, hydration)
  const accounts = new Map([...members].map(([name, member]) => [name, accountView(member, urls)]))
  const blurhashes = await readBlurhashes(db, files)
  const comments = found.flatMap(({ comment }) => (comment ? (Number(comment._id) as CommentId) : []))
  const answering = await readAnswering(db, comments)
  const answerCounts = await countAnswers(db, comments)
  return found.flatMap((each) => {
    const { mutedWord, username, _id } = each.post
    const author = members.get(username.toLowerCase())
    // It is told of own posts alone.
    const pinned = author && Number(author._id) === hydration.viewer ? author.pinnedPost === _id : null
    const word = each.comment || mutedWord === undefined ? null : hydration.hidden.words?.collapse(mutedWord)
    const id = Number(each.comment?._id)
    const [answered, answerCount] = [answeredBy(answering.get(id), hydration), answerCounts.get(id)]
    const further = { blurhashes, pinned, answered, answerCount, ...(word && { word }) }
    const status = statusFrom(each, accounts, urls, further)
    const { repost } = each.post
    if (!status || !repost) return status ?? []
    const by = accounts.get(repost.by.username.toLowerCase())
    return by ? repostStatus(status, Number(repost.id), by) : []
  })
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
export function statusesOf(db: Connection, posts: readonly Post[], hydration: Hydration, urls: Urls) {
  const found = posts.map((post) => ({ post, comment: null }))
  return foundStatuses(db, found, hydration, urls)
}

/** Comments by their ids, with none of the lists inside. Those that the viewer does not see are left out. */
export async function readComments(db: Connection, ids: readonly CommentId[], hydration: Hydration) {
  const made = await hydrateComments(db, await listRows(db, ids), { ...hydration, embed: 0 })
  return ids.flatMap((id) => {
    const { comment, members: [author] = [] } = made.get(id) ?? {}
    // One that the post's author has hidden is its writer's alone.
    const isShown = comment?.hidden === undefined || (comment.hidden === 'author' && author === hydration.viewer)
    return comment && isShown ? comment : []
  })
}

/** What ids name, in their order. What the viewer does not see is left out. */
export async function findStatuses(db: Connection, texts: readonly string[], given: Hydration): Promise<Found[]> {
  const hydration = { ...given, embed: 0 }
  const ids = texts.flatMap((text) => parseId(text) ?? [])
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
    seen.map(({ at, post, ...row }) => {
      const { id, username, first_name: firstName, last_name: lastName, avatar_url: avatarURL } = row
      const by = { _id: String(id), username, firstName, lastName, avatarURL }
      return [at, { post, repost: { id: String(at), by, others: 0 } }]
    }),
  )
}

/** The viewer's own posts also if they are hidden. */
async function readPosts(db: Connection, ids: readonly PostId[], hydration: Hydration) {
  const byId = (posts: readonly Post[]) => new Map(posts.map((post) => [Number(post._id) as PostId, post]))
  const posts = byId((await hydratePosts(db, ids, hydration)).entities)
  const rest = ids.filter((id) => !posts.has(id))
  const own = rest.length === 0 ? [] : (await hydrateOwnPosts(db, rest, hydration)).entities
  return new Map([...posts, ...byId(own)])
}

/** @throws postUnknown, also if the viewer does not see it */
export async function findStatus(db: Connection, text: string, hydration: Hydration): Promise<Found> {
  const [found] = await findStatuses(db, [text], hydration)
  if (!found) throw new AppError('postUnknown')
  return found
}

/** @throws postUnknown */
export async function statusOf(db: Connection, found: Found, hydration: Hydration, urls: Urls): Promise<Status> {
  const [status] = await foundStatuses(db, [found], hydration, urls)
  if (!status) throw new AppError('postUnknown')
  return status
}
