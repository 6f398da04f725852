import rateLimit from '@fastify/rate-limit'
import type { RateClass } from '@quack/contract'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Requests per window, by class. Sign-up and sign-in count an address; the rest count a member, or a visitor's address. */
const LIMITS: Readonly<Record<RateClass, { max: number; timeWindow: number }>> = {
  signup: { max: 10, timeWindow: 10 * 60_000 },
  signin: { max: 20, timeWindow: 5 * 60_000 },
  read: { max: 900, timeWindow: 60_000 },
  write: { max: 180, timeWindow: 60_000 },
  upload: { max: 30, timeWindow: 5 * 60_000 },
}

/** Every endpoint of the API is limited by its declared class, without saying so itself. */
export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  // Before the plugin's own hook, which looks at a route once and for all.
  app.addHook('onRoute', (route: RouteOptions) => {
    const rate = route.config?.endpoint?.rate
    if (rate) route.config = { ...route.config, rateLimit: LIMITS[rate] }
  })
  await app.register(rateLimit, {
    global: false,
    // After the viewer is known.
    hook: 'preValidation',
    enableDraftSpec: true,
    keyGenerator: (request) => {
      const rate = request.routeOptions.config.endpoint?.rate
      const who = request.viewer && rate !== 'signin' ? `member ${request.viewer.id}` : `address ${request.ip}`
      return `${rate} ${who}`
    },
  })
}
