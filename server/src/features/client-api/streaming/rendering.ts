import { NEW_POSTS_MAX } from '@quack/contract/rules/limits'
import type { Connection } from '../../../database/database.ts'
import type { MemberId, PostId } from '../../../database/schema.ts'
import type { OpenStreams } from '../../events/open-streams.ts'
import type { PendingWork } from '../../events/pending-work.ts'
import { ResumeToken, settledIdAt } from '../../events/resume-token.ts'
import { listRepostsWith } from '../../posts/post-lists.queries.ts'
import { type AppStream, USER } from './app-stream.ts'
import { type Events, idsOf, readFound } from './found.ts'
import * as queries from './streaming.queries.ts'
import { tell } from './tell.ts'

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
      const found = { ...(await readFound(this.#db, due, posts, events, reposts)), settled }
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
  async #readEvents(due: readonly AppStream[]): Promise<Events> {
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
}

/** The posts that a stream may send. */
function* postsOf(stream: AppStream): Iterable<PostId> {
  if (stream.channels.has(USER)) yield* stream.news
  yield* stream.fresh
  for (const id of stream.changed.keys()) if (stream.shown.has(id)) yield id
}
