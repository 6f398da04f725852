import { NEW_POSTS_MAX } from '@quack/contract/rules/limits'
import type { Connection } from '../../../database/database.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { neutralHydration } from '../../../reading/list-query.ts'
import { countAnswers } from '../../comments/reading/branches.queries.ts'
import { hydrateComments } from '../../comments/reading/comments.hydrate.ts'
import { listRows } from '../../comments/reading/comments.queries.ts'
import { listFollows } from '../../events/events.queries.ts'
import type { OpenStreams } from '../../events/open-streams.ts'
import type { PendingWork } from '../../events/pending-work.ts'
import { ResumeToken, settledIdAt } from '../../events/resume-token.ts'
import { readBlurhashes } from '../../media/records/media.queries.ts'
import { listRepostsWith } from '../../posts/post-lists.queries.ts'
import { type BuiltPost, buildPosts } from '../../posts/posts.hydrate.ts'
import { readMembers, readMembersByNames } from '../accounts/accounts.read.ts'
import { filesOf } from '../statuses/status.view.ts'
import { namesIn, readAnswering } from '../statuses/statuses.read.ts'
import { type AppStream, USER } from './app-stream.ts'
import * as queries from './streaming.queries.ts'
import { type BuiltComment, type Found, relationKey, tell } from './tell.ts'

/** Everything is read once for all apps, as nobody in particular sees it. Who may see it is decided for each. */
const NOBODY = neutralHydration(false, 0)

/** Renders for all apps of this node what a round of the fan-out has found. */
export class Rendering {
  readonly apps = new Set<AppStream>()
  readonly #db: Connection
  readonly #streams: OpenStreams
  /** Which posts of everybody have been read. */
  #read = ResumeToken.fresh(0)

  constructor(db: Connection, streams: OpenStreams) {
    this.#db = db
    this.#streams = streams
  }

  async render({ authors, everything }: PendingWork): Promise<void> {
    if (this.apps.size === 0) return
    if (authors.size > 0 || everything) await this.#readFresh()
    const due = [...this.apps].filter(
      ({ hidden, news, fresh, changed, left, isNoticed }) =>
        hidden !== null && (isNoticed || news.size + fresh.size + changed.size + left.size > 0),
    )
    if (due.length === 0) return
    const settled = settledIdAt(Date.now())
    const events = await this.#readEvents(due)
    const named = due.flatMap((stream) => [...postsOf(stream), ...idsOf(events.get(stream), 'post')])
    const reposts = new Map((await listRepostsWith(this.#db, { ids: named })).map((row) => [row.at, row]))
    const posts = new Set(named.map((id) => reposts.get(id)?.post ?? id))
    const release = this.#streams.hold([...posts])
    try {
      const found = await this.#readAll(due, posts, { events, settled, reposts })
      // One that has closed meanwhile watches nothing any more.
      for (const stream of due) if (this.apps.has(stream)) tell(stream, found, this.#streams)
    } finally {
      release()
    }
  }

  /** New posts of everybody, for lists of the public, and for their authors. */
  async #readFresh(): Promise<void> {
    const now = Date.now()
    this.#read.settle(ResumeToken.fresh(now).floor)
    const settled = settledIdAt(now)
    const rows = await queries.listFresh(this.#db, { floor: this.#read.floor, limit: NEW_POSTS_MAX })
    const fresh = rows.filter(({ id }) => this.#read.isNew(id))
    for (const stream of this.apps) for (const { id, author_id } of fresh) stream.addFresh(id, author_id)
    this.#read.addDelivered(fresh.map(({ id }) => id))
    this.#read.settle(settled)
  }

  /** New notifications, which happened after the stream was opened. */
  async #readEvents(due: readonly AppStream[]): Promise<Found['events']> {
    const noticed = due.filter(({ isNoticed }) => isNoticed)
    const floors = new Map<MemberId, number>()
    for (const { viewer, notices } of noticed) {
      floors.set(viewer.id, Math.min(notices.floor, floors.get(viewer.id) ?? notices.floor))
    }
    const requests = [...floors].map(([viewer, floor]) => ({ viewer, floor }))
    const rows = Map.groupBy(await queries.listNewEvents(this.#db, requests), ({ viewer }) => viewer)
    return new Map(
      noticed.map((stream) => {
        const own = rows.get(stream.viewer.id) ?? []
        return [stream, own.filter(({ at }) => at >= stream.openedAt && stream.notices.isNew(at))]
      }),
    )
  }

  async #readAll(
    due: readonly AppStream[],
    ids: ReadonlySet<PostId>,
    { events, settled, reposts }: Pick<Found, 'events' | 'settled' | 'reposts'>,
  ): Promise<Found> {
    const db = this.#db
    const all = [...events.values()].flat()
    const posts = await this.#readPosts([...ids])
    const shown = due.flatMap((stream) => [...stream.changed.keys()].flatMap((id) => stream.commentsOf(id)))
    const comments = await this.#readComments([...new Set([...shown, ...idsOf(all, 'comment')])])
    const built = [...posts.values()]
    const texts = [...built.map(({ post }) => post), ...[...comments.values()].map(({ comment }) => comment)]
    const actors = await readMembers(db, [...new Set(all.map(({ actor }) => actor))], NOBODY)

    const files = built.flatMap(({ post }) => filesOf(post))
    const closed = new Set(built.flatMap(({ followersOf }) => followersOf ?? []))
    const viewers = [...new Set(due.map(({ viewer }) => viewer.id))]
    const follows = closed.size === 0 ? [] : await listFollows(db, viewers, [...closed])
    const changed = due.filter((stream) => stream.changed.size > 0 || events.get(stream)?.length)
    const reactions = await queries.listReactions(db, {
      members: [...new Set(changed.map(({ viewer }) => viewer.id))],
      posts: [...posts.keys()],
      comments: [...comments.keys()],
    })
    return {
      ...{ settled, events, reposts, posts, comments, payloads: new Map() },
      blurhashes: await readBlurhashes(db, files),
      answering: await readAnswering(db, [...comments.keys()]),
      answerCounts: await countAnswers(db, [...comments.keys()]),
      names: await readMembersByNames(db, namesIn([...texts, ...reposts.values()]), NOBODY),
      actors: new Map(actors.map((member) => [member._id, member])),
      follows: new Set(follows.map((row) => relationKey(row.follower_id, row.followed_id))),
      reactions: new Set(reactions.map(({ member, id, reaction }) => `${reaction} ${relationKey(member, id)}`)),
    }
  }

  async #readPosts(ids: readonly PostId[]): Promise<Map<PostId, BuiltPost>> {
    const found = new Map<PostId, BuiltPost>()
    // As many at a time as fit into an answer.
    for (let from = 0; from < ids.length; ) {
      const { posts, taken } = await buildPosts(this.#db, ids.slice(from, from + NEW_POSTS_MAX), NOBODY)
      for (const built of posts) found.set(built.id, built)
      from += Math.max(taken, 1)
    }
    return found
  }

  async #readComments(ids: readonly CommentId[]): Promise<Map<CommentId, BuiltComment>> {
    if (ids.length === 0) return new Map()
    const seen = new Set((await queries.listShownComments(this.#db, { ids })).map(({ id }) => id))
    const rows = (await listRows(this.#db, ids)).filter(({ id }) => seen.has(id))
    const built = await hydrateComments(this.#db, rows, NOBODY)
    return new Map(
      rows.flatMap(({ id, author_id: author, post_id: post, updated_at: updatedAt }): [CommentId, BuiltComment][] => {
        const comment = built.get(id)?.comment
        return comment ? [[id, { comment, author, post, updatedAt }]] : []
      }),
    )
  }
}

/** The posts that a stream may send. */
function* postsOf(stream: AppStream): Iterable<PostId> {
  if (stream.channels.has(USER)) yield* stream.news
  yield* stream.fresh
  for (const id of stream.changed.keys()) if (stream.shown.has(id)) yield id
}

const idsOf = <Name extends 'post' | 'comment'>(
  events: readonly queries.NewEvent[] | undefined,
  name: Name,
): NonNullable<queries.NewEvent[Name]>[] => (events ?? []).flatMap((event) => event[name] ?? [])
