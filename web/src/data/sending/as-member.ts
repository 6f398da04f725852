import { memberOfSession } from '../api/session.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import { changeEntry } from '../outbox/entries.ts'
import { StaleEntryError } from '../outbox/sender.ts'

/**
 * Sends a request of an entry, if its member is the viewer. `call` reads the session in the same turn, so the request
 * has no other member's token.
 */
export function asMember<Answer>({ member }: OutboxEntry, send: () => Promise<Answer>): Promise<Answer> {
  if (member !== memberOfSession()) throw new StaleEntryError()
  return send()
}

/**
 * Stores what is known before a request, so that it is not forgotten if the page ends before the answer.
 * @throws StaleEntryError if the member has changed or removed the entry meanwhile
 */
export async function changeBefore<Sent extends OutboxEntry>(entry: Sent, change: Partial<Sent>): Promise<Sent> {
  const next = { ...entry, ...change }
  const stored = await changeEntry(entry.id, (current) => (current.revision === entry.revision ? next : current))
  if (stored?.revision !== entry.revision) throw new StaleEntryError()
  return next
}

/** Notes that this body may have arrived from now on. */
export async function noteTried<Sent extends OutboxEntry>(entry: Sent): Promise<Sent> {
  const { body, tried = [] } = entry
  const text = JSON.stringify(body)
  if (tried.some((earlier) => JSON.stringify(earlier) === text)) return entry
  return await changeBefore(entry, { tried: [...tried, body] } as unknown as Partial<Sent>)
}
