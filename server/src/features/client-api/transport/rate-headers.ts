import type { FastifyInstance } from 'fastify'

const NAMES = ['limit', 'remaining', 'reset'] as const

/** The limit of a call, by the names that apps know: all three, or none. They read the end of the window as a time. */
export function registerRateHeaders(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    const [limit, remaining, seconds] = NAMES.map((name) => reply.getHeader(`ratelimit-${name}`))
    if (limit !== undefined && remaining !== undefined && seconds !== undefined) {
      reply.headers({
        'x-ratelimit-limit': limit,
        'x-ratelimit-remaining': remaining,
        'x-ratelimit-reset': new Date(Date.now() + 1_000 * Number(seconds)).toISOString(),
      })
    }
    done()
  })
}
