import { getConnection, noteUnreachable } from './connection.ts'
import { getSession, type Session } from './session.ts'

/**
 * Where responses are kept on this device for the time without network. The app sets it (app/start-offline.ts), because
 * data/offline depends on this folder.
 */
export interface CopyStore {
  /** Keeps the response to a read, or deletes the copy if `text` is null: the server refused the read. */
  put: (read: Read, text: string | null, savedAt?: number) => void
  find: (read: Read) => Promise<Copy | undefined>
  /** Removes a post from a member's copies. All copies are deleted if it is null. */
  forget: (session: Session, postId: string | null) => Promise<void>
}

/** A read of a member who is signed in. */
export interface Read {
  session: Session
  /** As the contract names it: `GET /api/feed`. */
  route: string
  address: string
}

export interface Copy {
  /** The response's body. */
  text: string
  /** When the server sent it, in milliseconds. */
  savedAt: number
}

let store: CopyStore | undefined

export function setCopyStore(next: CopyStore): void {
  store = next
}

export function putCopy(read: Read | null, text: string | null): void {
  if (read) store?.put(read, text)
}

/** Removes a post from the viewer's copies. All copies are deleted without one: the viewer sees others than before. */
export function forgetCopies(postId: string | null = null): void {
  const session = getSession()
  // Storage may be blocked.
  if (session) store?.forget(session, postId).catch(() => undefined)
}

/** The reads that may be answered with a copy, by the signal that cancels them. */
const allowed = new WeakSet<AbortSignal>()

/** Lets reads with this signal be answered with a copy if the server cannot be reached, or takes long. */
export function allowCopy(signal: AbortSignal): void {
  allowed.add(signal)
}

export async function findCopy(read: Read | null, signal: AbortSignal | undefined): Promise<unknown> {
  if (!read || !signal || !allowed.has(signal)) return undefined
  // Storage may be blocked. The read then fails as it would without copies.
  const copy = await store?.find(read).catch(() => undefined)
  if (!copy || signal.aborted) return undefined
  return JSON.parse(copy.text, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null) times.set(value, copy.savedAt)
    return value
  })
}

/** How long a reader waits for the server before a copy is shown, in milliseconds: online, and otherwise. */
const PATIENCE = { online: 8_000, away: 1_500 } as const

/** The response, or the copy if it takes long. A response that comes later is kept in its place. */
export function orCopyIfSlow<Answer>(
  answer: Promise<Answer>,
  read: Read | null,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  if (!read || !signal || !allowed.has(signal)) return answer
  return new Promise((resolve, reject) => {
    let isOver = false
    const timer = setTimeout(
      async () => {
        const copy = await findCopy(read, signal)
        if (copy === undefined || isOver) return
        noteUnreachable()
        resolve(copy as Answer)
      },
      getConnection() === 'online' ? PATIENCE.online : PATIENCE.away,
    )
    answer.then(resolve, reject).finally(() => {
      isOver = true
      clearTimeout(timer)
    })
  })
}

const times = new WeakMap<object, number>()

/** When the server sent this part of a response, in milliseconds. Empty for a response that is no copy. */
export function ageOf(part: object): { savedAt?: number } {
  const savedAt = times.get(part)
  return savedAt === undefined ? {} : { savedAt }
}
