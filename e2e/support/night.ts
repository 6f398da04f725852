import { type BrowserSubscription, type PushService, startPushService } from '@quack/testing/push-service'
import type { Member } from './api.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { makeServerClock } from './server-clock.ts'
import { test as base, expect } from './test.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

interface Night extends OwnProduct {
  readonly service: PushService
  /** Moves the server's clock to the next such time of day, in UTC, and waits until the server tells that time. */
  moveTo(hours: number, minutes: number): Promise<void>
  /** The public key of the server's push messages. */
  pushKey(member: Member): Promise<string>
  subscribe(member: Member, subscription: BrowserSubscription): Promise<void>
}

/** A server of its own whose clock can be moved, and a push service on loopback. */
export const test = base.extend<{ night: Night }>({
  night: async ({ playwright, browser }, use) => {
    const clock = await makeServerClock()
    async function moveTo(hours: number, minutes: number): Promise<void> {
      const now = clock.now()
      const wanted = new Date(now).setUTCHours(hours, minutes, 0, 0)
      await clock.moveBy(wanted > now ? wanted - now : wanted + DAY_MS - now)
    }
    /** The latest whole minute of the server's clock. */
    async function minuteOf(address: string): Promise<number> {
      const { asOf } = (await (await fetch(`${address}/api/trending-tags`)).json()) as { asOf: string }
      return Date.parse(asOf)
    }
    await moveTo(22, 30)
    const service = await startPushService(clock.now)
    const product = await startOwnProduct(playwright, { ...clock.environment, PUSH_ALLOW_PRIVATE_ADDRESSES: 'on' })
    const call = async (member: Member, path: string, body?: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' }
      const given = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      const answer = await fetch(`${product.address}${path}`, { headers, ...given })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    }
    await use({
      ...product,
      service,
      async moveTo(hours, minutes) {
        await moveTo(hours, minutes)
        await expect.poll(() => minuteOf(product.address)).toBeGreaterThan(clock.now() - 2 * MINUTE_MS)
      },
      pushKey: async (member) => ((await call(member, '/api/push')) as { publicKey: string }).publicKey,
      subscribe: async (member, subscription) => void (await call(member, '/api/push/devices', subscription)),
    })
    await Promise.all(browser.contexts().map((context) => context.close()))
    await product.stop()
    await service.close()
    await clock.remove()
  },
})
