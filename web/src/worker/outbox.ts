import type { Route, UploadedMedia } from '@quack/contract'
import { type AnyInput, toAddress } from '../data/api/address.ts'
import { isShaped } from '../data/offline/is-shaped.ts'
import { isTap, type OutboxEntry } from '../data/offline/outbox-entry.ts'
import { newComment, newPost, type Request, TAP_REQUESTS } from '../data/outbox/requests.ts'
import { isKnownEntry } from '../data/outbox/rules.ts'

/**
 * Background Sync: the browser says that the network is back. Open pages send what waits. Without one, the simple part is
 * sent here: taps, and what is written in its order, until the first entry that needs a page, such as an edit, or that
 * the server does not take. A page can go on from any point, because everything is marked as tried before it is
 * sent (docs/decisions/039-outbox.md). The build appends this file to service-worker.js.
 */

/** `token`: settings of members of whom something waits, kept by data/outbox/background-sync.ts. */
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
  database: IDBDatabase
  member: string
  token: string
}

/** @returns whether nothing waits any more. Apart for the tests. */
export async function sendWithoutPage(): Promise<boolean> {
  const database = await openKnown(OUTBOX.database)
  if (!database) return true
  try {
    const done: boolean[] = []
    for (const row of await readAll(database, 'settings')) {
      if (!isShaped(row, { member: 'string', name: 'string', value: 'string' }) || row.name !== OUTBOX.token) continue
      const { member, value: token } = row
      const job = { database, member, token }
      const lanes: boolean[] = []
      for (const { lock, has } of LANES) lanes.push(await navigator.locks.request(lock, () => sendAll(job, has)))
      if (lanes.every(Boolean)) await change(job, 'settings', [member, OUTBOX.token], () => null)
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

/** @returns whether everything was sent */
async function sendAll(job: Job, has: (entry: OutboxEntry) => boolean): Promise<boolean> {
  // Other kinds are of a newer release: they are left alone, and hold nothing up.
  const known = (await readAll(job.database, 'outbox')).filter(isKnownEntry)
  const waiting = known.filter((entry) => entry.state === 'waiting' && has(entry))
  for (const entry of waiting.filter(({ member }) => member === job.member).sort((one, other) => one.id - other.id)) {
    if (!(await send(job, entry))) return false
  }
  return true
}

async function send(job: Job, waiting: OutboxEntry): Promise<boolean> {
  const entry = await uploadFile(job, waiting)
  const request = entry && requestOf(entry)
  if (!request || !(await replace(job, entry, { ...entry, tried: [entry.body] } as OutboxEntry))) return false
  const [method = '', path = ''] = request.route.split(' ')
  const { params, query, headers, body } = request.input as AnyInput
  const answer = await fetch(toAddress(path, params, query), {
    method,
    headers: {
      authorization: `Bearer ${job.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return answer.ok && (await replace(job, entry, null))
}

/**
 * Uploads the file of a new post in one request, and keeps its address, because a repeated request must be the same.
 * @returns the entry with the address; null if the server does not take the file, or the entry has been changed
 */
async function uploadFile(job: Job, entry: OutboxEntry): Promise<OutboxEntry | null> {
  if (entry.kind !== 'post' || !entry.file || entry.body.mediaUrl || entry.isRemoved || entry.tried?.length)
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
  if (!answer.ok) return null
  const { url, type } = ((await answer.json()) as { media: UploadedMedia }).media
  const ready = { ...entry, body: { ...entry.body, mediaUrl: url, type } }
  return (await replace(job, entry, ready)) ? ready : null
}

/** Puts another in the place of an entry, or deletes it for null, unless it has been changed. @returns whether it did */
function replace(job: Job, { id, revision }: OutboxEntry, next: OutboxEntry | null): Promise<boolean> {
  return change(job, 'outbox', id, (now) => (isKnownEntry(now) && now.revision === revision ? next : undefined))
}

/** What sends a tap, or a new post or comment of which no other version may have arrived. Apart for the tests. */
export function requestOf(entry: OutboxEntry): Request<Route> | null {
  if (isTap(entry)) return (TAP_REQUESTS[entry.kind] as (tap: OutboxEntry) => Request<Route>)(entry)
  const { kind, target, key, body, file, isRemoved, tried = [] } = entry
  const isUploaded = !file || (kind === 'post' && body.mediaUrl)
  const isSimple = isUploaded && !isRemoved && tried.every((other) => JSON.stringify(other) === JSON.stringify(body))
  if (isSimple && kind === 'post') return newPost(body, key) as Request<Route>
  return isSimple && kind === 'comment' ? (newComment(target, body.text, key, 0) as Request<Route>) : null
}

/** Undefined if pages have not created it: only they know its stores. */
function openKnown(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve(undefined)
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close()
      resolve(opening.result)
    }
  })
}

function readAll(database: IDBDatabase, store: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const reading = database.transaction(store).objectStore(store).getAll()
    reading.onsuccess = () => resolve(reading.result)
    reading.onerror = () => reject(reading.error)
  })
}

/** Changes a row, or deletes it for null, unless the member has signed out meanwhile. @returns whether it did */
function change(
  { database, member, token }: Job,
  store: 'outbox' | 'settings',
  key: IDBValidKey,
  nextOf: (row: unknown) => OutboxEntry | null | undefined,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['outbox', 'settings'], 'readwrite')
    const rows = transaction.objectStore(store)
    let isChanged = false
    const kept = transaction.objectStore('settings').get([member, OUTBOX.token])
    kept.onsuccess = () => {
      const found = rows.get(key)
      found.onsuccess = () => {
        const next = found.result && kept.result?.value === token ? nextOf(found.result) : undefined
        isChanged = next !== undefined
        if (next) rows.put(next)
        else if (isChanged) rows.delete(key)
      }
    }
    transaction.oncomplete = () => resolve(isChanged)
    transaction.onabort = () => reject(transaction.error)
  })
}
