import { type IDBPDatabase, openDB } from 'idb'
import type { DeviceSchema } from '../data/offline/database.ts'
import { nextFile, withAddress } from '../data/offline/entry-files.ts'
import { isShaped } from '../data/offline/is-shaped.ts'
import { isTap, type OutboxEntry } from '../data/offline/outbox-entry.ts'
import { isEntry, writingOf } from '../data/offline/writings.ts'
import { asSent, newComment, newPost, type SentRequest } from '../data/sending/requests.ts'
import { type SendRequest, sendFile, tusHeaders } from '../data/uploads/send-file.ts'

/**
 * Background Sync: the browser says that the network is back. Open pages send what waits. Without one, the simple part
 * is sent here: taps, and what is written in its order, until the first entry that needs a page, such as an edit, or
 * that the server does not take. A page can go on from any point, because each entry is marked as tried before it is
 * sent (docs/decisions/039-outbox.md). The build appends this file to service-worker.js.
 */

/** `token`: settings of members of whom something waits, kept by data/sending/background-sync.ts. */
const OUTBOX = { tag: 'outbox', message: 'send-outbox', database: 'quack', token: 'sync token', silenceMs: 5_000 }
const TIMEOUT_MS = 30_000
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

/** @returns whether everything was sent */
async function sendAll(job: Job, has: (entry: OutboxEntry) => boolean): Promise<boolean> {
  // Other kinds are of a newer release: they are left alone, and hold nothing up.
  const known = (await job.database.getAllFromIndex('outbox', 'member', job.member)).filter(isKnown)
  const waiting = known.filter((entry) => entry.state === 'waiting' && has(entry))
  let isDone = true
  for (const entry of waiting.sort((one, other) => one.id - other.id)) {
    try {
      if (await send(job, entry)) continue
      isDone = false
      if (!isTap(entry)) break
    } catch {
      // The network or the server has failed.
      return false
    }
  }
  return isDone
}

/** Which taps there are, only pages know. */
function isKnown(row: unknown): row is OutboxEntry {
  if (!isEntry(row)) return false
  const shape = 'subject' in row ? {} : writingOf(row)?.shape
  return shape !== undefined && isShaped(row, { ...shape })
}

/** @returns whether it does not wait any more; false if it is left to a page */
async function send(job: Job, waiting: OutboxEntry): Promise<boolean> {
  const entry = await uploadFiles(job, waiting)
  if (entry?.state === 'refused') return true
  const request = entry && requestOf(entry)
  if (!request || !(await replace(job, entry, { ...entry, tried: [entry.body] } as OutboxEntry))) return false
  const { method, address, body } = request
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...request.headers }
  const { ok } = await ask(job, method, address, headers, body === undefined ? undefined : JSON.stringify(body))
  return ok && (await replace(job, entry, null))
}

/** Resolves to a success, or to what the server would answer again. */
async function ask(
  { token }: Job,
  method: string,
  address: string,
  headers: Record<string, string>,
  body?: BodyInit,
): Promise<Response> {
  const answer = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { ok, status } = answer
  if (!ok && (status < 400 || status >= 500 || status === 401 || status === 429)) throw new Error(`${status}`)
  return answer
}

/**
 * Uploads the files of a new post, and keeps each address, because a repeated request must be the same. A refused file
 * is not sent again: the member decides.
 * @returns the entry as it is then; null if it has been changed meanwhile
 */
async function uploadFiles(job: Job, entry: OutboxEntry): Promise<OutboxEntry | null> {
  if (isTap(entry) || entry.kind !== 'post') return entry
  const { body, isRemoved, tried = [] } = entry
  const due = nextFile(entry)
  if (!due || isRemoved || tried.length > 0) return entry
  const { file, place } = due
  // The member may have signed out, or changed it, while others were sent.
  if (!(await replace(job, entry, entry))) return null
  let refusal: Response | undefined
  const send: SendRequest = async (method, address, part) => {
    const answer = await ask(job, method, address, tusHeaders(file, part), part?.part)
    if (answer.ok) return answer
    refusal = answer
    throw new Error('The server refuses the file.')
  }
  const media = await sendFile(file, { path: '/api/uploads', begun: {}, send }).catch((error: unknown) => {
    if (!refusal) throw error
  })
  const { errors: [problem] = [] } = ((await refusal?.json().catch(() => null)) ?? {}) as { errors?: string[] }
  const next: OutboxEntry = media
    ? { ...entry, body: withAddress(body, place, media.url, media.type) }
    : { ...entry, state: 'refused', ...(problem && { problem }) }
  if (!(await replace(job, entry, next))) return null
  return media ? await uploadFiles(job, next) : next
}

/** What sends a tap, or a new post or comment of which no other version may have arrived. Apart for the tests. */
export function requestOf(entry: OutboxEntry): SentRequest | null {
  if (isTap(entry)) return entry.ready?.revision === entry.revision ? entry.ready : null
  const { kind, target, key, body, isRemoved, tried = [] } = entry
  const isSimple =
    !nextFile(entry) && !isRemoved && tried.every((other) => JSON.stringify(other) === JSON.stringify(body))
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
 * Puts another in the place of an entry, or deletes it for null, unless it has been changed or the member has signed
 * out meanwhile. @returns whether it did
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
