import { memberKey } from '../api/member-key.ts'
import { createMemberState } from '../api/member-state.ts'
import { getSession, memberOfSession } from '../api/session.ts'
import { isSignedIn, openDatabase } from '../offline/database.ts'
import { isTap } from '../offline/outbox-entry.ts'
import { isKnownEntry } from './rules.ts'
import { readyTap } from './taps.ts'

/**
 * Background Sync, where the browser has it: the service worker (src/worker/outbox.ts) is woken when the network is
 * back. It asks open pages to send, or sends by itself, for which it needs the token: it cannot read local storage.
 */

const TAG = 'outbox'
const MESSAGE = 'send-outbox'
/** The setting that holds the token. A sign-out deletes it. */
const TOKEN = 'sync token'

interface Registration {
  sync?: { register: (tag: string) => Promise<void> }
}

/** Whether a token of the viewer may be kept: by this page, or by another one that this one has heard of. */
const token = createMemberState(() => ({ mayBeKept: true }))

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

/** Another tab has changed the outbox, and may have kept a token. */
export function noteOtherTab(): void {
  token().mayBeKept = true
}

/** Deletes the token of the member, if nothing waits any more, or always. */
export async function forgetSync(member: string, { always = false } = {}): Promise<void> {
  if (!workers() || !token().mayBeKept) return
  // Without storage, nothing is kept.
  await matchToken(member, '', always).catch(() => undefined)
}

/**
 * Keeps the token while something waits, and not longer, and the requests of taps, in one transaction with what waits.
 * @returns whether something waits
 */
async function matchToken(member: string, given: string, always = false): Promise<boolean> {
  const state = token()
  const transaction = (await openDatabase()).transaction(['outbox', 'settings'], 'readwrite')
  const settings = transaction.objectStore('settings')
  const outbox = transaction.objectStore('outbox')
  const rows: unknown[] = await outbox.index('member').getAll(member)
  const waiting = rows.filter(isKnownEntry).filter(({ state }) => state === 'waiting')
  const waits = waiting.length > 0
  if (!waits || always) await settings.delete([member, TOKEN])
  else if (given !== '' && isSignedIn(member)) {
    await settings.put({ member, name: TOKEN, value: given })
    for (const tap of waiting.filter(isTap)) await outbox.put(readyTap(tap))
  }
  await transaction.done
  if (!waits || always) state.mayBeKept = false
  else if (given !== '') state.mayBeKept = true
  return waits
}

/** Calls back when the worker asks to send. The promise is to resolve when nothing more can be sent. */
export function onSync(send: () => Promise<unknown>): void {
  workers()?.addEventListener('message', ({ data, ports: [port] }) => {
    // A page without a member leaves it to the worker.
    const member = memberOfSession()
    if (data === MESSAGE && port && member !== null) void answer(port, member, send)
  })
}

async function answer(port: MessagePort, member: string, send: () => Promise<unknown>): Promise<void> {
  port.postMessage('begun')
  await send().catch(() => undefined)
  const waits = await matchToken(member, '').catch(() => true)
  port.postMessage(waits ? 'failed' : 'done')
}
