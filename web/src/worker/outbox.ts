import type { UploadedMedia } from '@quack/contract'
import { type IDBPDatabase, openDB } from 'idb'
import { toAddress } from '../data/api/address.ts'
import type { DeviceSchema } from '../data/offline/database.ts'
import { isShaped } from '../data/offline/is-shaped.ts'
import { isTap, type OutboxEntry } from '../data/offline/outbox-entry.ts'
import { isEntry, writingOf } from '../data/offline/writings.ts'
import { asSent, newComment, newPost, type SentRequest } from '../data/sending/requests.ts'

/**
 * Background Sync: the browser says that the network is back. Open pages send what waits. Without one, the simple part is
 * sent here: taps, and what is written in its order, until the first entry that needs a page, such as an edit, or that
 * the server does not take. A page can go on from any point, because everything is marked as tried before it is
 * sent (docs/decisions/039-outbox.md). The build appends this file to service-worker.js.
 */

/** `token`: settings of members of whom something waits, kept by data/sending/background-sync.ts. */
const OUTBOX = { tag: 'outbox', message: 'send-outbox', database: 'quack', token: 'sync token', silenceMs: 5_000 }
const TIMEOUT_MS = 30_000
/** A file has at most 20 MB. Browsers end the work of an event after some minutes. */
const UPLOAD_MS = 120_000
/** The pages' channel, and the locks of their senders. */
const CHANNEL = 'quack-outbox'
const LANES = [
  { lock: 'quack-outbox', has: (entry: OutboxEntry) => !isTap(entry) },
  { lock: 'quack-toggles', has: (entry: OutboxEntry) => isTap(entry) },
]

/** What the library of types for pages lacks. */
interface Worker {
  clients: { matchAll: (options: object) => Promise<{ postMessage: (data: unknown, ports: MessagePort[]) => void }[]> }
  addEventListener: (
    name: 'sync',
    listener: (event: { tag: string; waitUntil: (done: Promise<void>) => void }) => void,
  ) => void
}
const worker = self as unknown as Worker

worker.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX.tag) event.waitUntil(sendOutbox())
})

async function sendOutbox(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // Somebody who is signed out, or a page that the browser has frozen, does not answer.
  const answers = (await Promise.all(pages.map(askPage))).filter((answer) => answer !== null)
  const isDone = answers.length > 0 ? await Promise.race(answers.map(({ end }) => end)) : await sendWithoutPage()
  // The browser then tries again later.
  if (!isDone) throw new Error('Something still waits to be sent.')
}

/** A page says at once that it begins, and at the end whether nothing waits any more. Null if it does not answer. */
function askPage(page: { postMessage: (data: unknown, ports: MessagePort[]) => void }) {
  const { port1, port2 } = new MessageChannel()
  return new Promise<{ end: Promise<boolean> } | null>((resolve) => {
    setTimeout(resolve, OUTBOX.silenceMs, null)
    const end = new Promise<boolean>((finish) => {
      port1.onmessage = ({ data }) => (data === 'begun' ? resolve({ end }) : finish(data === 'done'))
    })
    page.postMessage(OUTBOX.message, [port2])
  })
}

interface Job {
  database: IDBPDatabase<DeviceSchema>
  member: string
  token: string
}

/** @returns whether nothing waits any more. Apart for the tests. */
export async function sendWithoutPage(): Promise<boolean> {
  const database = await openKnown()
  if (!database) return true
  try {
    const done: boolean[] = []
    for (const row of await database.getAll('settings')) {
      if (!isShaped(row, { member: 'string', name: 'string', value: 'string' }) || row.name !== OUTBOX.token) continue
      const { member, value: token } = row
      const job = { database, member, token }
      const lanes: boolean[] = []
      for (const { lock, has } of LANES) lanes.push(await navigator.locks.request(lock, () => sendAll(job, has)))
      if (lanes.every(Boolean)) await database.delete('settings', [member, OUTBOX.token])
      done.push(...lanes)
    }
    return done.every(Boolean)
  } finally {
    database.close()
    // A page may have been opened meanwhile.
    const pages = new BroadcastChannel(CHANNEL)
    pages.postMessage(null)
    pages.close()
  }
}

/** `later`: the server could take it then. `refused`: a page says so to the member. */
type End = 'sent' | 'refused' | 'later'

/** @returns whether everything was sent */
async function sendAll(job: Job, has: (entry: OutboxEntry) => boolean): Promise<boolean> {
  // Other kinds are of a newer release: they are left alone, and hold nothing up.
  const known = (await job.database.getAllFromIndex('outbox', 'member', job.member)).filter(isKnown)
  const waiting = known.filter((entry) => entry.state === 'waiting' && has(entry))
  let isDone = true
  for (const entry of waiting.sort((one, other) => one.id - other.id)) {
    const end = await send(job, entry)
    if (end === 'sent') continue
    isDone = false
    if (end === 'later' || !isTap(entry)) break
  }
  return isDone
}

/** Which taps there are, only pages know. */
function isKnown(row: unknown): row is OutboxEntry {
  if (!isEntry(row)) return false
  const shape = 'subject' in row ? {} : writingOf(row)?.shape
  return shape !== undefined && isShaped(row, { ...shape })
}

async function send(job: Job, waiting: OutboxEntry): Promise<End> {
  const entry = await uploadFile(job, waiting)
  if (entry === 'refused') return 'sent'
  const request = entry && requestOf(entry)
  if (!request || !(await replace(job, entry, { ...entry, tried: [entry.body] } as OutboxEntry))) return 'refused'
  const { method, address, headers, body } = request
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${job.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) return isFinal(answer) ? 'refused' : 'later'
  return (await replace(job, entry, null)) ? 'sent' : 'refused'
}

/** Whether the server would refuse the same again. */
function isFinal({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

/**
 * Uploads the file of a new post in one request, and keeps its address, because a repeated request must be the same.
 * @returns the entry with the address; null if the server takes no file now, or the entry has been changed
 */
async function uploadFile(job: Job, entry: OutboxEntry): Promise<OutboxEntry | 'refused' | null> {
  if (
    isTap(entry) ||
    entry.kind !== 'post' ||
    !entry.file ||
    entry.body.mediaUrl ||
    entry.isRemoved ||
    entry.tried?.length
  )
    return entry
  // The member may have signed out, or changed it, while the lock was waited for.
  if (!(await replace(job, entry, entry))) return null
  const form = new FormData()
  form.append('file', entry.file)
  const answer = await fetch(toAddress('/api/media', {}, {}), {
    method: 'POST',
    headers: { authorization: `Bearer ${job.token}` },
    body: form,
    signal: AbortSignal.timeout(UPLOAD_MS),
  })
  if (isFinal(answer)) {
    // The member decides. The file is not sent again meanwhile.
    const { errors: [problem] = [] } = ((await answer.json().catch(() => ({}))) ?? {}) as { errors?: string[] }
    const refused = { ...entry, state: 'refused' as const, ...(problem && { problem }) }
    return (await replace(job, entry, refused)) ? 'refused' : null
  }
  if (!answer.ok) return null
  const { url, type } = ((await answer.json()) as { media: UploadedMedia }).media
  const ready = { ...entry, body: { ...entry.body, mediaUrl: url, type } }
  return (await replace(job, entry, ready)) ? ready : null
}

/** What sends a tap, or a new post or comment of which no other version may have arrived. Apart for the tests. */
export function requestOf(entry: OutboxEntry): SentRequest | null {
  if (isTap(entry)) return entry.ready?.revision === entry.revision ? entry.ready : null
  const { kind, target, key, body, file, isRemoved, tried = [] } = entry
  const isUploaded = !file || (kind === 'post' && body.mediaUrl)
  const isSimple = isUploaded && !isRemoved && tried.every((other) => JSON.stringify(other) === JSON.stringify(body))
  if (isSimple && kind === 'post') return asSent(newPost(body, key))
  return isSimple && kind === 'comment' ? asSent(newComment(target, body, key, 0)) : null
}

/** Undefined if pages have not created it: only they know its stores. */
async function openKnown(): Promise<IDBPDatabase<DeviceSchema> | undefined> {
  try {
    return await openDB<DeviceSchema>(OUTBOX.database, undefined, {
      upgrade: (_database, _old, _new, transaction) => transaction.abort(),
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    })
  } catch {
    return undefined
  }
}

/**
 * Puts another in the place of an entry, or deletes it for null, unless it has been changed or the member has signed out
 * meanwhile. @returns whether it did
 */
async function replace(
  { database, member, token }: Job,
  { id, revision }: OutboxEntry,
  next: OutboxEntry | null,
): Promise<boolean> {
  const transaction = database.transaction(['outbox', 'settings'], 'readwrite')
  const [outbox, settings] = [transaction.objectStore('outbox'), transaction.objectStore('settings')]
  const [now, kept] = await Promise.all([outbox.get(id), settings.get([member, OUTBOX.token])])
  const isSame = now?.revision === revision && kept?.value === token
  if (isSame) await (next ? outbox.put(next) : outbox.delete(id))
  await transaction.done
  return isSame
}
