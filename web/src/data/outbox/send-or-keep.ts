import { isRefusal, NetworkError } from '../api/api-errors.ts'
import { getConnection } from '../api/connection.ts'
import { createMemberState } from '../api/member-state.ts'
import { memberOfSession } from '../api/session.ts'
import type { OutboxWrite } from '../offline/outbox-entry.ts'
import { entries, type Kept, loadOutbox, startOutbox } from './waiting.ts'

/** Whether a write was sent, or is in the outbox: it waits, or the member is to choose a version. */
export type Written = 'sent' | Kept

/**
 * Sends a write; if the network fails, or one is offline, or earlier writes still wait, keeps it in the outbox instead.
 * Throws what `send` throws if it cannot be kept, and an AbortError if the viewer has changed meanwhile: it is neither sent
 * nor kept as that of the next member, and stays in the draft.
 */
export async function sendOrKeep(write: OutboxWrite, send: () => Promise<unknown>): Promise<Written> {
  const member = memberOfSession()
  await untilEntriesAreKnown()
  // In the same turn as what reads the session.
  if (member !== memberOfSession()) throw viewerChanged()
  if (getConnection() !== 'online' || write.file || entries.get().some(({ state }) => state === 'waiting'))
    return keep(write, member)
  try {
    await send()
    return 'sent'
  } catch (error) {
    if (isRefusal(error, 'editConflict')) return await keep(write, member, error, 'addConflict')
    if (!(error instanceof NetworkError)) throw error
    // It may have arrived: only the answer is missing.
    return await keep({ ...write, tried: [write.body] }, member, error)
  }
}

const reading = createMemberState(() => ({ isDone: false }))

/** After a start, earlier writes may wait that this page does not know of yet. They are sent first. */
async function untilEntriesAreKnown(): Promise<void> {
  const state = reading()
  if (state.isDone || memberOfSession() === null) return
  // Without the outbox, the write is sent directly.
  await startOutbox().then(
    () => {
      state.isDone = true
    },
    () => undefined,
  )
}

async function keep(
  write: OutboxWrite,
  member: string | null,
  cause?: unknown,
  how: 'addEntry' | 'addConflict' = 'addEntry',
): Promise<Written> {
  try {
    const outbox = await loadOutbox()
    if (member === memberOfSession()) return await outbox[how](write)
  } catch (error) {
    if (member === memberOfSession()) throw cause ?? new NetworkError(error)
  }
  throw viewerChanged()
}

function viewerChanged(): DOMException {
  return new DOMException('The viewer has changed.', 'AbortError')
}
