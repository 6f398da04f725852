import { HEARTBEAT_MS } from '@quack/contract/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import { type EventStream, eventText } from './event-stream.ts'
import { listFollowersCounts, listSessionEnds } from './events.queries.ts'
import { Hints } from './hints.ts'
import { tellNews } from './news.ts'
import type { OpenStreams } from './open-streams.ts'
import { tellPostStates } from './post-states.ts'

/** Minimum time between the starts of two rounds. All times here are in milliseconds. */
const ROUND_MS = 50
/** Minimum time between two events with the counts of a post. */
const STATES_MS = 500
/** Before a failed round is repeated. */
const RETRY_MS = 1_000
/** How often streams are checked for expiry and heartbeats. */
const TICK_MS = 2_000
/** How often everything is read in any case: a signal from another node may be lost. */
const EVERYONE_MS = 30_000
/** Minimum time between two reads of everything, while it is not known what has changed. */
const UNKNOWN_MS = 2_000

/** Tells a client whose stream ends to reconnect soon; if this node is closing, it reaches another one. */
const COME_BACK = 'retry: 500\n\n'

/**
 * Fans events out to this node's SSE streams, in rounds. A round reads what was invalidated since the last round, once
 * for all streams that it concerns, and sends them the events. New streams join between two rounds, so there is no gap
 * between a stream's first events and the next ones.
 */
export class NewsDesk {
  readonly #db: Connection
  readonly #streams: OpenStreams
  readonly #log: FastifyBaseLogger
  #hints = new Hints()
  #isUnknown = false
  #timer: NodeJS.Timeout | null = null
  #tick: NodeJS.Timeout | null = null
  #isAtWork = false
  #isClosed = false
  #hasFailed = false
  #roundAt = 0
  #statesAt = 0
  #everyoneAt = 0

  constructor({ read, invalidations }: Database, streams: OpenStreams, log: FastifyBaseLogger) {
    this.#db = read
    this.#streams = streams
    this.#log = log
    invalidations.listen((batch) => {
      if (streams.all.size === 0) return
      if (this.#hints.hear(batch, streams)) this.#isUnknown = true
      this.#soon()
    })
  }

  /** Adds a stream. The next round sends its first events. */
  join(stream: EventStream): void {
    this.#streams.add(stream)
    stream.body.once('close', () => this.#streams.remove(stream))
    this.#hints.joined.add(stream)
    this.#tick ??= setInterval(() => this.#lookAfter(), TICK_MS)
    this.#soon()
  }

  /** Ends every stream; the data written so far still arrive. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer ?? undefined)
    clearInterval(this.#tick ?? undefined)
    for (const stream of this.#streams.all) stream.end(COME_BACK)
  }

  #soon(pause = ROUND_MS): void {
    if (this.#timer || this.#isAtWork || this.#isClosed) return
    const now = Date.now()
    const { authors, followed, sessions, joined, everyone } = this.#hints
    const isUrgent = everyone || [authors, followed, sessions, joined].some((set) => set.size > 0)
    const dues = [
      ...(isUrgent ? [this.#roundAt + pause] : []),
      ...(this.#hints.posts.size > 0 ? [Math.max(this.#statesAt + STATES_MS, this.#roundAt + pause)] : []),
      ...(this.#isUnknown ? [Math.max(this.#everyoneAt + UNKNOWN_MS, this.#roundAt + pause)] : []),
    ]
    if (dues.length === 0) return
    const wait = Math.max(0, Math.min(...dues) - now)
    this.#timer = setTimeout(() => void this.#work(), wait)
  }

  async #work(): Promise<void> {
    this.#timer = null
    this.#isAtWork = true
    this.#roundAt = Date.now()
    const hints = this.#takeHints()
    try {
      await this.#round(hints)
      this.#hasFailed = false
    } catch (error) {
      this.#hints.putBack(hints)
      if (!this.#hasFailed) this.#log.warn({ err: error }, 'live news could not be read; trying again')
      this.#hasFailed = true
    }
    this.#isAtWork = false
    this.#soon(this.#hasFailed ? RETRY_MS : ROUND_MS)
  }

  #takeHints(): Hints {
    const hints = this.#hints
    this.#hints = new Hints()
    if (this.#isUnknown && this.#roundAt >= this.#everyoneAt + UNKNOWN_MS) {
      this.#isUnknown = false
      hints.everyone = true
      for (const post of this.#streams.watched.keys()) hints.posts.add(post)
    }
    if (this.#roundAt < this.#statesAt + STATES_MS) {
      this.#hints.posts = hints.posts
      hints.posts = new Set()
    } else if (hints.posts.size > 0) this.#statesAt = this.#roundAt
    if (hints.everyone) this.#everyoneAt = this.#roundAt
    return hints
  }

  async #round(hints: Hints): Promise<void> {
    const db = this.#db
    const streams = this.#streams
    await this.#endSessions(hints)
    for (const stream of hints.joined) {
      if (stream.isBroken) stream.write(eventText('resync', {}))
    }
    if (hints.everyone) await tellNews(db, streams, streams.all, null)
    else {
      if (hints.authors.size > 0) await tellNews(db, streams, streams.all, hints.authors)
      if (hints.joined.size > 0) await tellNews(db, streams, hints.joined, null)
    }
    for (const stream of hints.joined) stream.writePlaced()
    await tellPostStates(db, streams, hints.posts, hints.joined)
    await this.#tellFollowers(hints)
    const now = Date.now()
    for (const stream of hints.joined) if (stream.endsAt <= now) stream.end(COME_BACK)
  }

  async #endSessions({ sessions, joined, everyone }: Hints): Promise<void> {
    const doubtful = everyone
      ? [...this.#streams.all]
      : [...joined, ...[...sessions].flatMap((member) => [...this.#streams.of(member)])]
    if (doubtful.length === 0) return
    const ids = new Set(doubtful.map(({ viewer }) => viewer.sessionId))
    const ends = await listSessionEnds(this.#db, [...ids])
    for (const stream of doubtful) {
      stream.expiresAt = ends.get(stream.viewer.sessionId) ?? 0
      if (stream.expiresAt <= Date.now()) stream.end(eventText('ended', {}))
    }
  }

  async #tellFollowers({ followed, joined, everyone }: Hints): Promise<void> {
    const members = everyone
      ? this.#streams.members()
      : [...new Set([...followed, ...[...joined].map(({ viewer }) => viewer.id)])]
    if (members.length === 0) return
    for (const [member, followersCount] of await listFollowersCounts(this.#db, members)) {
      for (const stream of this.#streams.of(member)) {
        if (stream.followersCount === followersCount) continue
        stream.followersCount = followersCount
        stream.write(eventText('follower', { followersCount }))
      }
    }
  }

  #lookAfter(): void {
    const now = Date.now()
    for (const stream of this.#streams.all) {
      if (stream.expiresAt <= now) stream.end(eventText('ended', {}))
      else if (stream.endsAt <= now) stream.end(COME_BACK)
      else if (now - stream.writtenAt > HEARTBEAT_MS - TICK_MS) stream.writePlaced()
    }
    if (this.#streams.all.size === 0) {
      clearInterval(this.#tick ?? undefined)
      this.#tick = null
    } else if (now - this.#everyoneAt > EVERYONE_MS) {
      this.#hints.everyone = true
      this.#soon()
    }
  }
}
