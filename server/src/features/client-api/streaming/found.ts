import type { Comment } from '@quack/contract'
import type { Connection } from '../../../database/database.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { neutralHydration } from '../../../reading/list-query.ts'
import { countAnswers } from '../../comments/reading/branches.queries.ts'
import { hydrateComments } from '../../comments/reading/comments.hydrate.ts'
import { listPostsOf, listRows } from '../../comments/reading/comments.queries.ts'
import { listFollows } from '../../events/events.queries.ts'
import { readBlurhashes } from '../../media/records/media.queries.ts'
import type { listRepostsWith } from '../../posts/post-lists.queries.ts'
import { type BuiltPost, buildAllPosts, buildQuotedPosts } from '../../posts/posts.hydrate.ts'
import { readMembers, readMembersByNames } from '../accounts/accounts.read.ts'
import { filesOf } from '../statuses/status.view.ts'
import { namesIn, readAnswering } from '../statuses/statuses.read.ts'
import type { AppStream, Payload } from './app-stream.ts'
import * as queries from './streaming.queries.ts'

export type Events = ReadonlyMap<AppStream, readonly queries.NewEvent[]>
export type Repost = Awaited<ReturnType<typeof listRepostsWith>>[number]

/** Everything is read once for all apps, as nobody in particular sees it. Who may see it is decided for each. */
const NOBODY = neutralHydration(false, 0)

export const relationKey = (member: number, of: number): string => `${member} ${of}`

/** What a post shows as quoted. */
export const quotedBy = ({ post, quotedPost }: BuiltPost): PostId | null => (post.quote?.post ? quotedPost : null)

/** A status, by a key of all who see it the same; null for what is this viewer's alone. */
export interface Made {
  readonly key: string | null
  readonly payload: Payload
}

/** What is read for all apps. */
export async function readFound(
  db: Connection,
  due: readonly AppStream[],
  ids: ReadonlySet<PostId>,
  events: Events,
  reposts: ReadonlyMap<number, Repost>,
) {
  const all = [...events.values()].flat()
  const named = await buildAllPosts(db, [...ids], NOBODY)
  const quoted = new Set(named.flatMap((each) => quotedBy(each) ?? []))
  const further = [...quoted].filter((id) => !named.some((each) => each.id === id))
  const shownAsQuoted = await buildQuotedPosts(db, further, NOBODY)
  const posts = new Map([...named, ...shownAsQuoted].map((each) => [each.id, each]))
  const shown = due.flatMap((stream) => [...stream.changed.keys()].flatMap((id) => stream.commentsOf(id)))
  const comments = await readComments(db, [...new Set([...shown, ...idsOf(all, 'comment')])])
  const [built, commentIds] = [[...posts.values()], [...comments.keys()]]
  const texts = [...built.map(({ post }) => post), ...[...comments.values()].map(({ comment }) => comment)]
  const actors = await readMembers(db, [...new Set(all.map(({ actor }) => actor))], NOBODY)
  const isOfFollowers = ({ post, followersOf }: BuiltPost) => followersOf !== null || post.whoMayQuote === 'followers'
  const closed = new Set(built.filter(isOfFollowers).flatMap(({ members: [author] }) => author ?? []))
  const viewers = [...new Set(due.map(({ viewer }) => viewer.id))]
  const follows = closed.size === 0 ? [] : await listFollows(db, viewers, [...closed])
  // New posts have no reactions yet, unlike those that are quoted or reposted.
  const isOld = quoted.size + reposts.size > 0
  const changed = due.filter((stream) => isOld || stream.changed.size > 0 || events.get(stream)?.length)
  const reactions = await queries.listReactions(db, {
    members: [...new Set(changed.map(({ viewer }) => viewer.id))],
    posts: [...posts.keys()],
    comments: commentIds,
  })
  return {
    ...{ events, reposts, posts, comments },
    blurhashes: await readBlurhashes(
      db,
      built.flatMap(({ post }) => filesOf(post)),
    ),
    answering: await readAnswering(db, commentIds),
    answerCounts: await countAnswers(db, commentIds),
    /** The members whom these name, by their names in lower case. */
    names: await readMembersByNames(db, namesIn([...texts, ...reposts.values()]), NOBODY),
    actors: new Map(actors.map((member) => [member._id, member])),
    /** Who follows whom, of authors whose posts are for followers, or to be quoted by them. */
    follows: new Set(follows.map((row) => relationKey(row.follower_id, row.followed_id))),
    reactions: new Set(reactions.map(({ member, id, reaction }) => `${reaction} ${relationKey(member, id)}`)),
    /** Statuses as most see them. */
    payloads: new Map<string, Made>(),
  }
}

/** @param settled up to this id, no other event can appear (resume-token.ts) */
export type Found = Awaited<ReturnType<typeof readFound>> & { readonly settled: number }

export type BuiltComment = Readonly<{ comment: Comment; author: MemberId; updatedAt: number }>

async function readComments(db: Connection, ids: readonly CommentId[]): Promise<Map<CommentId, BuiltComment>> {
  if (ids.length === 0) return new Map()
  const seen = new Set((await listPostsOf(db, { ids })).map(({ id }) => id))
  const rows = (await listRows(db, ids)).filter(({ id }) => seen.has(id))
  const made = await hydrateComments(db, rows, NOBODY)
  return new Map(
    rows.flatMap(({ id, author_id: author, updated_at: updatedAt }): [CommentId, BuiltComment][] => {
      const comment = made.get(id)?.comment
      return comment ? [[id, { comment, author, updatedAt }]] : []
    }),
  )
}

export const idsOf = <Name extends 'post' | 'comment'>(
  events: readonly queries.NewEvent[] | undefined,
  name: Name,
): NonNullable<queries.NewEvent[Name]>[] => (events ?? []).flatMap((event) => event[name] ?? [])
