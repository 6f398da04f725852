import { timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CacheStats } from '../../cache/cache.ts'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../http/errors/errors.ts'
import { classOf } from '../../http/limits/address-limits.ts'
import type { LoadGate } from '../../http/limits/load-gate.ts'
import { createMetrics, type Metrics } from './metrics.ts'

export interface MetricsOptions {
  readonly gate: LoadGate | null
  /** Caches by name. They are read when the metrics are requested, so the map may be filled later. */
  readonly caches: ReadonlyMap<string, CacheStats>
  /** The token for requests from other machines; null to serve this machine only. */
  readonly token: string | null
}

/** Counts requests and serves the metrics. @returns the metrics, for code that counts events itself */
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
    // The route's pattern and declared methods, so that clients cannot create labels.
    const known = typeof method === 'string' ? method : 'other'
    metrics.observe(known, route, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })

  app.get('/metrics', async (request, reply) => {
    // To all others the address does not exist.
    if (!isLocal(request) && !hasToken(request, token)) throw new AppError('pathUnknown')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
  return metrics
}

/** Event streams are open for minutes; their duration says nothing about slow answers. */
function isStream({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.produces === 'text/event-stream'
}

/** A client on this machine. Requests with a proxy's headers do not count: a local proxy forwards those of others. */
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
