// Push messages: shows and closes notifications, opens what a click on one asks for, and renews the subscription.
// The build appends this file to service-worker.js. contract/src/entities/push-message.ts declares the messages.

const NOTIFICATIONS = '/notifications'
/** Shown for a message that this release cannot read. Browsers expect that each message shows something. */
const UNREADABLE = { title: 'You have a new notification', body: '', path: NOTIFICATIONS, tag: 'unreadable' }
/** Written by web/src/data/push/tell-server.ts: what the server knows about this device. */
const DEVICE = { cache: 'quack-push', path: '/push-device' }

self.addEventListener('push', (event) => event.waitUntil(receiveMessage(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openClicked(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event.newSubscription)))

async function receiveMessage(data) {
  const message = readMessage(data)
  if (Array.isArray(message.close)) await closeShown(message.close)
  else await showNotice(message)
  await setBadge(message.unread)
}

function readMessage(data) {
  try {
    const message = data.json()
    if (Array.isArray(message.close) || typeof message.title === 'string') return message
  } catch {
    // No data, or no JSON, or null.
  }
  return UNREADABLE
}

/** One that replaces another with its tag makes no sound: `renotify` is off unless it is asked for. */
function showNotice({ title, body, path, tag, at }) {
  return self.registration.showNotification(title, {
    body: body ?? '',
    tag: tag ?? UNREADABLE.tag,
    dir: 'auto',
    // A device that was offline gets it later.
    timestamp: Number.isInteger(at) ? at : Date.now(),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path: typeof path === 'string' ? path : NOTIFICATIONS },
  })
}

/** Shows nothing instead. Browsers tolerate some messages that show nothing, see docs/decisions/034-web-push.md. */
async function closeShown(tags) {
  for (const notification of await self.registration.getNotifications()) {
    if (tags.includes(notification.tag)) notification.close()
  }
}

async function setBadge(unread) {
  // Only some browsers have it. It fails where Quack is not installed.
  if (Number.isInteger(unread)) await navigator.setAppBadge?.(unread).catch(() => undefined)
}

async function openClicked(notification) {
  notification.close()
  const address = addressOf(notification.data?.path ?? NOTIFICATIONS)
  // The one that was focused last comes first.
  for (const tab of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    try {
      // First, because browsers allow it only for a moment after the click.
      await tab.focus()
      await tab.navigate(address)
      return
    } catch {
      // A tab of an older release that no worker controls.
    }
  }
  await self.clients.openWindow(address)
}

/** Never outside of Quack. */
function addressOf(path) {
  const { origin } = self.location
  const fallback = new URL(NOTIFICATIONS, origin)
  const address = URL.canParse(path, origin) ? new URL(path, origin) : fallback
  return (address.origin === origin ? address : fallback).href
}

/** The browser has replaced or ended the subscription. If this fails, the next page that loads tries again. */
async function renewSubscription(newSubscription) {
  const cache = await caches.open(DEVICE.cache)
  const known = await (await cache.match(DEVICE.path))?.json()
  // Nobody is signed in, or nothing was turned on.
  if (!known) return
  const headers = { authorization: `Bearer ${known.token}`, 'content-type': 'application/json' }
  const { devices } = await (await fetch('/api/push', { headers })).json()
  // The session has ended, or the member has removed this device on another one.
  if (!devices?.some(({ current }) => current)) {
    await Promise.all([cache.delete(DEVICE.path), newSubscription?.unsubscribe()])
    return
  }
  const options = { userVisibleOnly: true, applicationServerKey: known.publicKey }
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  const answer = await fetch('/api/push/devices', {
    method: 'POST',
    headers,
    body: JSON.stringify({ endpoint, keys }),
  })
  if (answer.ok) await cache.put(DEVICE.path, Response.json({ ...known, endpoint }))
}
