import { Readable } from 'node:stream'
import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { PostId } from '../../database/schema.ts'
import { bind } from '../../http/calls/bind.ts'
import type { HiddenCache } from '../members/hidden.cache.ts'
import { EventFanout } from './event-fanout.ts'
import { EventStream } from './event-stream.ts'
import { OpenStreams } from './open-streams.ts'
import { ResumeToken } from './resume-token.ts'

export interface EventsOptions {
  /** Maximum lifetime of a stream in milliseconds. With 0, a stream ends after its first events. */
  readonly lifeMs: number
}

/** Streams end after a while, so that reconnecting clients spread to nodes that were added later. */
export const EVENTS: EventsOptions = { lifeMs: 30 * 60_000 }

/** Proxies must not buffer or transform a stream. Its connection is closed with it. */
export const STREAM_HEADERS = {
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
} as const

/** What other kinds of streams share with ours. */
export interface LiveNews {
  readonly streams: OpenStreams
  readonly fanout: EventFanout
  /** When a stream that is opened now has to end. */
  readonly endOf: (now: number) => number
}

export function registerEvents(
  app: FastifyInstance,
  db: Database,
  hidden: HiddenCache,
  { lifeMs }: EventsOptions,
): LiveNews {
  const streams = new OpenStreams()
  const fanout = new EventFanout(db, hidden, streams, app.log)
  app.addHook('preClose', () => fanout.close())
  // Jitter, so that streams opened together do not end together.
  const endOf = (now: number) => now + lifeMs * (0.5 + Math.random() / 2)

  bind(app, ENDPOINTS.openEvents, async ({ query, headers }, { viewer, request, reply }) => {
    reply.headers(STREAM_HEADERS)
    if (request.method === 'HEAD') return Readable.from([])
    streams.requireRoom(viewer)
    const now = Date.now()
    const lastId = headers['last-event-id'] ?? ''
    const resumeToken = lastId === '' ? ResumeToken.fresh(now) : ResumeToken.parse(lastId, now)
    const stream = new EventStream({
      viewer,
      watched: watchedIn(query.watch ?? ''),
      resumeToken: resumeToken ?? ResumeToken.fresh(now),
      needsResync: resumeToken === null,
      endsAt: endOf(now),
    })
    fanout.join(stream)
    return stream.body
  })
  return { streams, fanout, endOf }
}

function watchedIn(text: string): PostId[] {
  return [...new Set(text.split(','))].flatMap((id) => parseId<PostId>(id) ?? [])
}
