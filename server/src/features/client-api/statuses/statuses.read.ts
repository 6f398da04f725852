import type { Comment, Post } from '@quack/contract'
import type { Account, Status } from '@quack/contract/client-api/entities'
import type { Connection } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import type { CommentId, PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { hydrateComments } from '../../comments/reading/comments.hydrate.ts'
import { findPostOf, listRows } from '../../comments/reading/comments.queries.ts'
import { readBlurhashes } from '../../media/records/media.queries.ts'
import { mediaNameOf } from '../../media/records/media.view.ts'
import { getPost, hydratePosts } from '../../posts/posts.hydrate.ts'
import { readByNames } from '../accounts/accounts.read.ts'
import type { Urls } from '../transport/urls.ts'
import { commentStatus, postStatus, type StatusParts } from './status.view.ts'

/** Posts as statuses, in their order. */
export async function statusesOf(
  db: Connection,
  posts: readonly Post[],
  hydration: Hydration,
  urls: Urls,
): Promise<Status[]> {
  const files = posts.flatMap(({ mediaUrl }) => mediaNameOf(mediaUrl) ?? [])
  const [accounts, blurhashes] = await Promise.all([
    readByNames(db, namesIn(posts), hydration, urls),
    readBlurhashes(db, files),
  ])
  return posts.flatMap((post) => {
    const word = post.mutedWord === undefined ? null : hydration.hidden.words?.collapse(post.mutedWord)
    return statusOfPost(post, accounts, urls, { blurhashes, word }) ?? []
  })
}

/** By their names in lower case. */
type Accounts = ReadonlyMap<string, Account>
type Text = Pick<Post, 'username' | 'mentions'>

/** The members whom statuses name. */
export const namesIn = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ username, mentions = [] }) => [username, ...mentions])

const NO_BLURHASHES: ReadonlyMap<string, string> = new Map()

/** @param accounts of its author and of the members that it mentions; null without the author */
export function statusOfPost(
  post: Post,
  accounts: Accounts,
  urls: Urls,
  more: Partial<Pick<StatusParts, 'blurhashes' | 'word'>> = {},
): Status | null {
  const account = accounts.get(post.username.toLowerCase())
  if (!account) return null
  return postStatus(
    post,
    { urls, account, mentioned: mentionedOf(post, accounts), blurhashes: NO_BLURHASHES, ...more },
    null,
  )
}

/** @param accounts also that of the post's author */
export function statusOfComment(comment: Comment, post: Post, accounts: Accounts, urls: Urls): Status | null {
  const [account, author] = [comment, post].map(({ username }) => accounts.get(username.toLowerCase()))
  if (!account || !author) return null
  const of = { id: post._id, publicId: post.id, author: author.id, isPrivate: author.locked }
  return commentStatus(comment, of, {
    urls,
    account,
    mentioned: mentionedOf(comment, accounts),
    blurhashes: NO_BLURHASHES,
  })
}

/** Comments by their ids, with none of the lists inside. Those that the viewer does not see are left out. */
export async function readComments(
  db: Connection,
  ids: readonly CommentId[],
  hydration: Hydration,
): Promise<readonly Comment[]> {
  const made = await hydrateComments(db, await listRows(db, ids), { ...hydration, embed: 0 })
  return ids.flatMap((id) => {
    const { comment, members: [author] = [] } = made.get(id) ?? {}
    // One that the post's author has hidden is its writer's alone.
    const isShown =
      comment && (comment.hidden === undefined || (comment.hidden === 'author' && author === hydration.viewer))
    return isShown ? comment : []
  })
}

/** Comments on a post as statuses, in their order. */
export async function commentStatuses(
  db: Connection,
  post: Post,
  comments: readonly Comment[],
  hydration: Hydration,
  urls: Urls,
): Promise<Status[]> {
  return answerStatuses(
    db,
    comments.map((comment) => ({ post, comment })),
    hydration,
    urls,
  )
}

/** As commentStatuses, of any posts. */
async function answerStatuses(
  db: Connection,
  answers: readonly { readonly post: Post; readonly comment: Comment }[],
  hydration: Hydration,
  urls: Urls,
): Promise<Status[]> {
  const names = namesIn(answers.flatMap(({ post, comment }) => [post, comment]))
  const accounts = await readByNames(db, names, hydration, urls)
  return answers.flatMap(({ post, comment }) => statusOfComment(comment, post, accounts, urls) ?? [])
}

/** Posts and comments by their ids, in a constant number of queries. Those that the viewer does not see are left out. */
export async function readStatuses(
  db: Connection,
  of: readonly { readonly post: PostId | null; readonly comment: CommentId | null }[],
  hydration: Hydration,
  urls: Urls,
): Promise<ReadonlyMap<number, Status>> {
  const idsOf = <Id>(ids: readonly (Id | null)[]): Id[] => [...new Set(ids.filter((id) => id !== null))]
  const ids = idsOf(of.map(({ post }) => post))
  const posts = (await hydratePosts(db, ids, { ...hydration, embed: 0 })).entities
  const comments = await readComments(db, idsOf(of.map(({ comment }) => comment)), hydration)
  const postOf = new Map(
    of.map(({ post, comment }) => [String(comment), posts.find(({ _id }) => _id === String(post))]),
  )
  const answers = comments.flatMap((comment) => {
    const post = postOf.get(comment._id)
    return post ? [{ post, comment }] : []
  })
  const shown = posts.filter(({ _id }) => of.some(({ post, comment }) => comment === null && _id === String(post)))
  const statuses = [
    ...(await statusesOf(db, shown, hydration, urls)),
    ...(await answerStatuses(db, answers, hydration, urls)),
  ]
  return new Map(statuses.map((status) => [Number(status.id), status]))
}

function mentionedOf({ mentions = [] }: Text, accounts: Accounts): Account[] {
  return mentions.flatMap((name) => accounts.get(name.toLowerCase()) ?? [])
}

/** What an id names: a post, or a comment and its post. */
export interface Found {
  readonly id: PostId
  readonly post: Post
  readonly comment: Comment | null
}

/** @throws postUnknown, also if the viewer does not see it */
export async function findStatus(db: Connection, text: string, hydration: Hydration): Promise<Found> {
  const given = parseId(text)
  if (given === null) throw new AppError('postUnknown')
  const of = await findPostOf(db, { id: given as CommentId })
  const id = of?.post_id ?? (given as PostId)
  const post = await getPost(db, id, { ...hydration, embed: 0 })
  if (!of) return { id, post, comment: null }
  const [comment] = await readComments(db, [given as CommentId], hydration)
  if (!comment) throw new AppError('postUnknown')
  return { id, post, comment }
}

/** @throws postUnknown */
export async function statusOf(
  db: Connection,
  { post, comment }: Found,
  hydration: Hydration,
  urls: Urls,
): Promise<Status> {
  const [status] = await (comment
    ? commentStatuses(db, post, [comment], hydration, urls)
    : statusesOf(db, [post], hydration, urls))
  if (!status) throw new AppError('postUnknown')
  return status
}
