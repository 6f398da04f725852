import type { KeptToggle, ToggleKind } from '../cache/toggle-queue.ts'
import { openDatabase, TOGGLE } from '../offline/database.ts'

/** The desired states of members in IndexedDB: one row for each subject. Each change is one transaction. */

const STORE = 'settings'

export interface ToggleRow extends KeptToggle {
  /** When the member first wanted something else than the server has, in milliseconds: the order of sending. */
  at: number
  /** Counts the changes. What was sent may be older than the row. */
  revision: number
}

/** A kind that is missing here is a compile error. The service worker has the same list. */
const KINDS: Readonly<Record<ToggleKind, true>> = { like: true, bookmark: true, follow: true, vote: true }

export const TOGGLE_KINDS: readonly string[] = Object.keys(KINDS)

/** A page of a newer release may have stored other kinds, also one that was taken back. Only such a page sends them. */
export function isKnownToggle({ kind }: { kind: string }): boolean {
  return TOGGLE_KINDS.includes(kind)
}

/** Whether a setting of this name is a desired state of a known kind. */
export function namesToggle(name: string): boolean {
  const [kind = ''] = name.slice(TOGGLE.length).split(' ')
  return name.startsWith(TOGGLE) && isKnownToggle({ kind })
}

/** Those of kinds that only a newer release knows are left alone. */
export async function readRows(member: string): Promise<ToggleRow[]> {
  const database = await openDatabase()
  const rows = (await database.getAll(STORE, ofToggles(member))).map(({ value }) => value as ToggleRow)
  return rows.filter(isKnownToggle).sort((one, other) => one.at - other.at)
}

function ofToggles(member: string): IDBKeyRange {
  return IDBKeyRange.bound([member, TOGGLE], [member, `${TOGGLE}\uffff`])
}

/** Deletes all of a member's rows, of every kind. @returns those of known kinds */
export async function dropRows(member: string): Promise<ToggleRow[]> {
  const rows = await readRows(member)
  await (await openDatabase()).delete(STORE, ofToggles(member))
  return rows
}

/** Changes the row of a subject; null deletes it. @returns the row before */
async function changeRow(
  member: string,
  subject: Pick<KeptToggle, 'kind' | 'key'>,
  change: (row: ToggleRow | undefined) => ToggleRow | null | undefined,
): Promise<ToggleRow | undefined> {
  const name = `${TOGGLE}${subject.kind} ${subject.key}`
  const { store, done } = (await openDatabase()).transaction(STORE, 'readwrite')
  const row = (await store.get([member, name]))?.value as ToggleRow | undefined
  const next = change(row)
  if (next === null) await store.delete([member, name])
  else if (next && next !== row) await store.put({ member, name, value: next })
  await done
  return row
}

/** A state that is the server's again needs no row, unless another one may have arrived. */
export async function keepRow(member: string, toggle: KeptToggle, now: number = Date.now()): Promise<void> {
  await changeRow(member, toggle, (row) => {
    const { at, revision, was, isTried } = row ?? { ...toggle, at: now, revision: 0 }
    const next = { ...toggle, was, at, isTried: isTried || toggle.isTried, revision: revision + 1 }
    return !next.isTried && isSame(next.kind, next.value, was) ? null : next
  })
}

/**
 * Notes that the state may have arrived from now on.
 * @returns the row as it was until now; undefined if it was taken back
 */
export function markTried(member: string, subject: Pick<KeptToggle, 'kind' | 'key'>): Promise<ToggleRow | undefined> {
  return changeRow(member, subject, (row) => row && { ...row, isTried: true })
}

/** The server has this state. What the member has wanted since then is kept. */
export async function settleRow(member: string, sent: ToggleRow): Promise<void> {
  await changeRow(member, sent, (row) => {
    if (!row || row.revision === sent.revision || isSame(row.kind, row.value, sent.value)) return null
    return { ...row, was: sent.value, isTried: false }
  })
}

/** The server has refused this state, and would refuse every other one. */
export async function dropRow(member: string, sent: ToggleRow): Promise<void> {
  await changeRow(member, sent, () => null)
}

/** Whether a follow is asked for or agreed is decided by the other member. */
function isSame(kind: ToggleKind, one: unknown, other: unknown): boolean {
  return kind === 'follow' ? (one === 'none') === (other === 'none') : one === other
}
