import type { CDPSession, Page } from '@playwright/test'
import type { Api, Member } from './api.ts'
import { type Command, installPushDouble, type PushDouble } from './push-double.ts'

/** A notification that this browser shows. */
export interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly icon: string
  readonly badge: string
  readonly timestamp: number
}

const DOUBLE: PushDouble = { permission: 'granted' }

/** A member with one unread notification: while nothing is unread, open pages close what is shown. */
export async function signUpUnread(api: Api): Promise<Member> {
  const [member, other] = [await api.signUp(), await api.signUp()]
  await api.like(await api.writePost(member, 'A post that is liked'), other)
  return member
}

/** What push messages do in the browser of a page. */
export class PushBrowser {
  readonly #page: Page
  readonly #session: CDPSession
  readonly #registrationId: string

  private constructor(page: Page, session: CDPSession, registrationId: string) {
    this.#page = page
    this.#session = session
    this.#registrationId = registrationId
  }

  /** Opens a page of Quack, and waits for the service worker. */
  static async open(page: Page, path: string, changes: Partial<PushDouble> = {}): Promise<PushBrowser> {
    const double = { ...DOUBLE, ...changes }
    const context = page.context()
    await context.addInitScript(installPushDouble, double)
    // In the script itself: the browser stops the worker and starts it again as it likes. Without the list of what
    // works offline, which would be kept again for each test.
    await context.route('/sw.js', async (route) => {
      // The browser also looks for a newer one while the test ends.
      const response = await route.fetch().catch(() => null)
      if (response === null) return void (await route.abort())
      const script = (await response.text()).replace(/"files":\[.*?\]/, '"files":[]')
      const body = `(${installPushDouble})(${JSON.stringify(double)})\n${script}`
      await route.fulfill({ response, body })
    })
    await page.goto(path)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const session = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const current = registrations.find(({ isDeleted }) => !isDeleted)
        if (current) resolve(current.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    return new PushBrowser(page, session, await registered)
  }

  /** Delivers a message as a push service does. Returns before the service worker has handled it. */
  async deliver(message: object | string): Promise<void> {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    const { origin } = new URL(this.#page.url())
    await this.#session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: this.#registrationId, data })
  }

  /** The notifications that are shown, by tag. */
  async shown(): Promise<Shown[]> {
    const shown = await this.#page.evaluate(async () => {
      const all = (await (await navigator.serviceWorker.ready).getNotifications()) as unknown as Shown[]
      return all.map(({ title, body, tag, icon, badge, timestamp }) => ({ title, body, tag, icon, badge, timestamp }))
    })
    return shown.sort((one, other) => one.tag.localeCompare(other.tag))
  }

  async tags(): Promise<string[]> {
    return (await this.shown()).map(({ tag }) => tag)
  }

  async titles(): Promise<string[]> {
    return (await this.shown()).map(({ title }) => title)
  }

  /** The number on the icon of the installed app. */
  badge(): Promise<number | null> {
    return this.#page.evaluate(async () => {
      const badge = await caches.match('/badge', { cacheName: 'push-double' })
      return ((await badge?.json()) as { count: number } | undefined)?.count ?? null
    })
  }

  click(tag: string): Promise<void> {
    return this.#command({ click: tag })
  }

  /** The push service ends the subscription, and the browser tells the service worker. */
  renewSubscription(): Promise<void> {
    return this.#command({ renew: true })
  }

  /** The address at which the browser is subscribed; null if it is not. */
  endpoint(): Promise<string | null> {
    return this.#page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready
      return (await pushManager.getSubscription())?.endpoint ?? null
    })
  }

  #command(command: Command): Promise<void> {
    return this.#page.evaluate(async (sent) => (await navigator.serviceWorker.ready).active?.postMessage(sent), command)
  }
}
