import { timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CacheFigures } from '../../cache/cache.ts'
import type { Database } from '../../database/database.ts'
import { classOf } from '../../http/address-limits.ts'
import { AppError } from '../../http/errors.ts'
import type { LoadGate } from '../../http/load-gate.ts'
import { createMetrics, type Metrics } from './metrics.ts'

export interface MetricsOptions {
  readonly gate: LoadGate | null
  /** By name. They may come later: they are looked at when the figures are asked for. */
  readonly caches: ReadonlyMap<string, CacheFigures>
  /** What opens the figures from elsewhere; null for this machine alone. */
  readonly token: string | null
}

/** Counts requests, and tells the figures to whoever may see them. @returns the figures, for those who count themselves */
export function registerMetrics(app: FastifyInstance, db: Database, { gate, caches, token }: MetricsOptions): Metrics {
  const metrics = createMetrics(db, gate, caches)

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isStream(request)) metrics.underWay++
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 429) {
      const rate = request.routeOptions.config.endpoint?.rate ?? classOf(request) ?? 'none'
      metrics.limited.inc({ class: rate })
    }
    if (isStream(request)) return done()
    metrics.underWay--
    const { method, url: route = 'none' } = request.routeOptions
    // The route's own form and its own methods, so that nobody can make labels up.
    const known = typeof method === 'string' ? method : 'other'
    metrics.observe(known, route, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })

  app.get('/metrics', async (request, reply) => {
    // To others there is no such address.
    if (!isLocal(request) && !hasToken(request, token)) throw new AppError('pathUnknown')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
  return metrics
}

/** A stream of events is open for minutes: that is no answer that takes its time. */
function isStream({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.produces === 'text/event-stream'
}

/** Someone on this machine who does not come through a proxy: that one speaks for others. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  if (token === null) return false
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
