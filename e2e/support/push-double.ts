export interface PushDouble {
  /** What the member has answered when asked for notifications. 'default': nothing yet; the answer will be yes. */
  readonly permission: NotificationPermission
}

/**
 * What a test asks the service worker to do: in the place of a click, and of a push service that ends a subscription.
 */
export type Command = { readonly click: string } | { readonly renew: true }

interface Kept {
  readonly tag: string
  readonly endpoint: string
}

/**
 * Stands in for what a headless browser does not have: notifications, their permission, the badge of an installed app,
 * and a push service to subscribe at. The rest is real: the service worker, the events of its messages, and the server.
 * It runs in pages and in the service worker, which share what is shown and subscribed in a cache. It refers to nothing
 * outside of itself, because its text is sent there.
 */
export function installPushDouble({ permission }: PushDouble): void {
  const CACHE = 'push-double'
  const SUBSCRIPTION = '/subscription'
  const put = async (path: string, value: object) => (await caches.open(CACHE)).put(path, Response.json(value))
  const remove = async (path: string) => (await caches.open(CACHE)).delete(path)
  async function list(prefix: string): Promise<Kept[]> {
    const cache = await caches.open(CACHE)
    const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(prefix))
    const found = await Promise.all(kept.map((request) => cache.match(request)))
    // One that is removed after the keys were listed is not found.
    return Promise.all(found.filter((response) => response !== undefined).map((response) => response.json()))
  }

  Object.assign(ServiceWorkerRegistration.prototype, {
    async showNotification(title: string, { tag = '', ...options }: NotificationOptions = {}) {
      await put(`/shown/${encodeURIComponent(tag)}`, { title, tag, ...options })
    },
    async getNotifications() {
      const shown = await list('/shown/')
      return shown.map((each) => ({ ...each, close: () => void remove(`/shown/${encodeURIComponent(each.tag)}`) }))
    },
  })

  const toBase64Url = (bytes: ArrayBuffer | Uint8Array) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const service = {
    async subscribe() {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
      const p256dh = toBase64Url(await crypto.subtle.exportKey('raw', pair.publicKey))
      const auth = toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
      await put(SUBSCRIPTION, { endpoint: `https://push.example/${crypto.randomUUID()}`, keys: { p256dh, auth } })
      return service.getSubscription()
    },
    async getSubscription() {
      const [kept] = await list(SUBSCRIPTION)
      return kept ? { ...kept, toJSON: () => kept, unsubscribe: () => remove(SUBSCRIPTION) } : null
    },
  }
  Object.assign(PushManager.prototype, service)

  if ('ServiceWorkerGlobalScope' in globalThis) {
    // The headless browser kills a worker that calls its own.
    Object.assign(navigator, { setAppBadge: (count: number) => put('/badge', { count }) })
    // Only a real click may focus a window.
    const { WindowClient } = globalThis as unknown as { WindowClient: { prototype: object } }
    Object.assign(WindowClient.prototype, { focus: async () => undefined })
    self.addEventListener('message', (message) => {
      const { data, waitUntil } = message as MessageEvent<Command> & { waitUntil: (work: unknown) => void }
      const send = async () => {
        const shown = await list('/shown/')
        const notification = 'click' in data ? shown.find(({ tag }) => tag === data.click) : undefined
        const close = () => void remove(`/shown/${encodeURIComponent(notification?.tag ?? '')}`)
        let work: unknown
        const event = Object.assign(new Event('click' in data ? 'notificationclick' : 'pushsubscriptionchange'), {
          notification: { ...notification, close },
          waitUntil: (promise: unknown) => {
            work = promise
          },
        })
        self.dispatchEvent(event)
        await work
      }
      waitUntil.call(message, send())
    })
    return
  }

  let answer = permission
  Object.defineProperty(Notification, 'permission', { get: () => answer })
  Object.assign(Notification, {
    async requestPermission() {
      if (answer === 'default') answer = 'granted'
      return answer
    },
  })
}
