import { memberKey } from '../api/member-key.ts'
import { getSession, memberOfSession } from '../api/session.ts'
import { ofMember, openDatabase } from '../offline/database.ts'
import { isSignedIn } from '../offline/member-on-device.ts'
import { isKnownKind, type OutboxEntry } from '../offline/outbox-entry.ts'
import { namesToggle } from '../toggles/toggle-rows.ts'

/**
 * Background Sync, where the browser has it: the service worker (service-worker-outbox.js) is woken when the network is
 * back. It asks open pages to send, or sends by itself, for which it needs the token: it cannot read local storage.
 */

const TAG = 'outbox'
const MESSAGE = 'send-outbox'
/** The setting that holds the token. A sign-out deletes all settings of the member. */
const TOKEN = 'sync token'

interface Registration {
  sync?: { register: (tag: string) => Promise<void> }
}

const senders: (() => Promise<void>)[] = []

/** Undefined without TLS, or where the browser forbids it. */
function workers(): ServiceWorkerContainer | undefined {
  return globalThis.navigator?.serviceWorker
}

/** Has the worker woken when the network is back, if something of the viewer waits. */
export async function askForSync(): Promise<void> {
  const session = getSession()
  const container = workers()
  if (!session || !container) return
  const member = memberKey(session)
  try {
    const { sync } = ((await container.getRegistration()) ?? {}) as Registration
    if (!sync || !(await matchToken(member, session.token))) return
    await sync.register(TAG)
  } catch {
    // The browser forbids it, or blocks storage. Pages send while they are open.
    await forgetSync(member, { always: true })
  }
}

/** Deletes the token of the member, if nothing waits any more. */
export async function forgetSync(member: string, { always = false } = {}): Promise<void> {
  if (!workers()) return
  // Without storage, nothing is kept.
  await matchToken(member, '', always).catch(() => undefined)
}

/**
 * Keeps the token while something waits, and not longer, in one transaction with what waits.
 * @returns whether something waits
 */
async function matchToken(member: string, token: string, always = false): Promise<boolean> {
  const transaction = (await openDatabase()).transaction(['outbox', 'settings'], 'readwrite')
  const settings = transaction.objectStore('settings')
  const [entries, keys] = await Promise.all([
    transaction.objectStore('outbox').index('member').getAll(member),
    settings.getAllKeys(ofMember(member)),
  ])
  const isSendable = (entry: OutboxEntry) => entry.state === 'waiting' && isKnownKind(entry)
  const waits = entries.some(isSendable) || keys.some(([, name]) => namesToggle(name))
  if (!waits || always) await settings.delete([member, TOKEN])
  else if (token !== '' && isSignedIn(member)) await settings.put({ member, name: TOKEN, value: token })
  await transaction.done
  return waits
}

/** Calls back when the worker asks to send. The promise is to resolve when nothing more can be sent. */
export function onSync(send: () => Promise<void>): void {
  if (senders.push(send) > 1) return
  workers()?.addEventListener('message', ({ data, ports: [port] }) => {
    // A page without a member leaves it to the worker.
    const member = memberOfSession()
    if (data === MESSAGE && port && member !== null) void answer(port, member)
  })
}

async function answer(port: MessagePort, member: string): Promise<void> {
  port.postMessage('begun')
  await Promise.allSettled(senders.map((send) => send()))
  const waits = await matchToken(member, '').catch(() => true)
  port.postMessage(waits ? 'failed' : 'done')
}
