import { HEARTBEAT_MS } from '@quack/contract/rules/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import type { HiddenCache } from '../members/hidden.cache.ts'
import { EventStream } from './event-stream.ts'
import { listSessionEnds } from './events.queries.ts'
import type { LiveStream } from './live-stream.ts'
import { sendNewPosts } from './new-posts.ts'
import { sendNotices } from './notices.ts'
import type { OpenStreams } from './open-streams.ts'
import { PendingWork } from './pending-work.ts'
import { sendPostStates } from './post-states.ts'
import { sendProfiles } from './profiles.ts'
import { updateSights } from './sights.ts'

/** Minimum time between the starts of two rounds. All times here are in milliseconds. */
const ROUND_MS = 50
/** Minimum time between two rounds that read changed posts and numbers of unread notifications. */
const STATES_MS = 500
/** Before a failed round is repeated. */
const RETRY_MS = 1_000
/** How often streams are checked for expiry and heartbeats. */
const TICK_MS = 2_000
/** How often everything is read even if nothing was invalidated, because a signal from another node may be lost. */
const EVERYTHING_MS = 30_000
/** Minimum time between two reads of everything after the invalidation `everything`. */
const UNKNOWN_MS = 2_000

/**
 * Fans events out to this node's streams, in rounds. A round reads what was invalidated since the last round, once
 * for all streams that it concerns, and sends them the events. A stream gets its first events in the first round that
 * begins after it was opened, so there is no gap between these and the next ones.
 */
export class EventFanout {
  readonly #database: Database
  readonly #db: Connection
  readonly #hidden: HiddenCache
  readonly #streams: OpenStreams
  readonly #log: FastifyBaseLogger
  /** Renders what a round has found for streams that do not write at once. */
  #render: (work: PendingWork) => Promise<void> = async () => undefined
  #pending = new PendingWork()
  /** Whether `everything` was invalidated, and has not been read since. */
  #isEverythingDue = false
  #timer: NodeJS.Timeout | null = null
  #tick: NodeJS.Timeout | null = null
  /** The round under way. */
  #running: Promise<void> | null = null
  #isClosed = false
  #hasFailed = false
  /** When the latest round started, the latest one with post states, and the latest one that read everything. */
  #roundAt = 0
  #statesAt = 0
  #everythingAt = 0

  constructor(database: Database, hidden: HiddenCache, streams: OpenStreams, log: FastifyBaseLogger) {
    const { read, invalidations } = database
    this.#database = database
    this.#hidden = hidden
    this.#db = read
    this.#streams = streams
    this.#log = log
    invalidations.listen((batch) => {
      if (streams.all.size === 0) return
      if (this.#pending.add(batch, streams)) this.#isEverythingDue = true
      this.#schedule()
    })
  }

  /** @param render called at the end of each round */
  renderWith(render: (work: PendingWork) => Promise<void>): void {
    this.#render = render
  }

  /** Adds a stream. The next round sends its first events. */
  join(stream: LiveStream): void {
    this.#streams.add(stream)
    stream.outlet.once('close', () => this.#streams.remove(stream))
    // A request that arrived before the server began to close.
    if (this.#isClosed) {
      stream.finish(false)
      return
    }
    this.#pending.joined.add(stream)
    this.#tick ??= setInterval(() => this.#maintain(), TICK_MS)
    this.#schedule()
  }

  /** Ends every stream, and waits for the round under way. Data that were written before are still sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer ?? undefined)
    clearInterval(this.#tick ?? undefined)
    for (const stream of this.#streams.all) stream.finish(false)
    await this.#running
  }

  #schedule(pause = ROUND_MS): void {
    if (this.#timer || this.#running || this.#isClosed) return
    const now = Date.now()
    const dueTimes = [
      ...(this.#pending.isUrgent ? [this.#roundAt + pause] : []),
      ...(this.#pending.posts.size + this.#pending.notices.size > 0
        ? [Math.max(this.#statesAt + STATES_MS, this.#roundAt + pause)]
        : []),
      ...(this.#isEverythingDue ? [Math.max(this.#everythingAt + UNKNOWN_MS, this.#roundAt + pause)] : []),
    ]
    if (dueTimes.length === 0) return
    const wait = Math.max(0, Math.min(...dueTimes) - now)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#running = this.#run().finally(() => {
        this.#running = null
        this.#schedule(this.#hasFailed ? RETRY_MS : ROUND_MS)
      })
    }, wait)
  }

  /** Never rejects: what failed is read again. */
  async #run(): Promise<void> {
    this.#roundAt = Date.now()
    let work = new PendingWork()
    try {
      // The cache of what viewers do not see must be as new as the posts that are read.
      await this.#database.catchUp()
      work = this.#takePending()
      await this.#round(work)
      this.#hasFailed = false
    } catch (error) {
      this.#pending.merge(work)
      if (!this.#hasFailed) this.#log.warn({ err: error }, 'could not read live news; retrying')
      this.#hasFailed = true
    }
  }

  #takePending(): PendingWork {
    const taken = this.#pending
    this.#pending = new PendingWork()
    if (this.#isEverythingDue && this.#roundAt >= this.#everythingAt + UNKNOWN_MS) {
      this.#isEverythingDue = false
      taken.everything = true
      for (const post of this.#streams.watched.keys()) taken.posts.add(post)
    }
    if (this.#roundAt < this.#statesAt + STATES_MS) {
      this.#pending.posts = taken.posts
      this.#pending.notices = taken.notices
      taken.posts = new Set()
      taken.notices = new Set()
    } else if (taken.posts.size + taken.notices.size > 0) this.#statesAt = this.#roundAt
    if (taken.everything) this.#everythingAt = this.#roundAt
    return taken
  }

  async #round(work: PendingWork): Promise<void> {
    const db = this.#db
    const streams = this.#streams
    await this.#endSessions(work)
    for (const stream of work.joined) {
      if (stream instanceof EventStream && stream.needsResync) stream.send('resync', {})
    }
    if (work.everything) await sendNewPosts(this.#database, streams, streams.all, null)
    else {
      if (work.authors.size + work.tagged.size + work.reposts.size > 0)
        await sendNewPosts(this.#database, streams, streams.all, work)
      if (work.joined.size > 0) await sendNewPosts(this.#database, streams, work.joined, null)
    }
    for (const stream of work.joined) stream.sendHeartbeat()
    const later = await sendPostStates(db, streams, work.posts, await updateSights(db, this.#hidden, streams, work))
    for (const post of later) this.#pending.posts.add(post)
    await sendNotices(db, streams, work)
    await sendProfiles(db, streams, work)
    await this.#render(work)
    const now = Date.now()
    for (const stream of work.joined) if (stream.endsAt <= now) stream.finish(false)
  }

  async #endSessions({ sessions, joined, everything }: PendingWork): Promise<void> {
    const toCheck = everything
      ? [...this.#streams.all]
      : [...joined, ...[...sessions].flatMap((member) => [...this.#streams.of(member)])]
    if (toCheck.length === 0) return
    const ids = new Set(toCheck.map(({ viewer }) => viewer.sessionId))
    const ends = await listSessionEnds(this.#db, [...ids])
    for (const stream of toCheck) {
      stream.expiresAt = ends.get(stream.viewer.sessionId) ?? 0
      if (stream.expiresAt <= Date.now()) stream.finish(true)
    }
  }

  #maintain(): void {
    const now = Date.now()
    for (const stream of this.#streams.all) {
      if (stream.expiresAt <= now) stream.finish(true)
      else if (stream.endsAt <= now) stream.finish(false)
      else if (now - stream.writtenAt > HEARTBEAT_MS - TICK_MS) stream.sendHeartbeat()
    }
    if (this.#streams.all.size === 0) {
      clearInterval(this.#tick ?? undefined)
      this.#tick = null
    } else if (now - this.#everythingAt > EVERYTHING_MS) {
      this.#pending.everything = true
      this.#schedule()
    }
  }
}
