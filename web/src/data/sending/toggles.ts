import { createListeners } from '../../store.ts'
import { ApiError, isAbort, isRefusal, NetworkError } from '../api/api-errors.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { memberOfSession, onSessionChange } from '../api/session.ts'
import { type KeptToggle, senders } from '../cache/toggle-queue.ts'
import { askForSync, forgetSync, onSync } from '../outbox/background-sync.ts'
import { createRunner, type PassEnd } from '../outbox/runner.ts'
import type { Device } from '../toggles/kept-toggles.ts'
import { dropRow, dropRows, keepRow, markTried, readRows, settleRow, type ToggleRow } from '../toggles/toggle-rows.ts'
import { isAsWanted } from './present-toggle.ts'

/** Keeps and sends the desired states of the viewer. Loaded on demand by data/toggles/kept-toggles.ts. */

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('quack-toggles')
const runner = createRunner(pass)
const reads = createListeners()
let device: Device | null = null

/** Calls back when what is kept of the viewer has been read again: it may have changed. */
export const onTogglesRead = reads.subscribe

/** Apart for the tests: resolves when nothing more can be sent. */
export const sendSoon = runner.restart

export async function keepToggle(given: Device, toggle: KeptToggle): Promise<void> {
  const member = memberOfSession()
  if (member === null) throw new Error('Only members have desired states.')
  await keepRow(member, toggle)
  tabs?.postMessage(null)
  await startToggles(given)
}

/** A vote can be changed, but not taken back: one that may have arrived stays. */
export function canUndo({ kind, isTried, was }: KeptToggle): boolean {
  return !isTried || kind !== 'vote' || was !== 'none'
}

/** Wants the state that the server has, also if the other one may have arrived. */
export async function undoToggle(toggle: KeptToggle): Promise<void> {
  const { kind, subject, was } = toggle
  if (!device) return
  await keepToggle(device, { ...toggle, value: was })
  senders.get(kind)?.show(subject, was)
}

/** Gives up all that the viewer wants and that was not sent: the screens show the states of the server again. */
export async function dropToggles(): Promise<void> {
  const member = memberOfSession()
  if (member === null) return
  for (const { kind, subject, was } of await dropRows(member)) senders.get(kind)?.show(subject, was)
  await publish()
}

export async function startToggles(given: Device): Promise<void> {
  const isStarted = device !== null
  device = given
  if (!isStarted) {
    onConnectionChange(() => {
      if (getConnection() === 'online') void sendSoon()
    })
    onSessionChange(() => void refresh().then(sendSoon))
    onSync(() => refresh().then(sendSoon))
    tabs?.addEventListener('message', () => void refresh())
    if (typeof window !== 'undefined') window.addEventListener('focus', () => void refresh().then(runner.wake))
  }
  await refresh()
  void sendSoon()
  void askForSync()
}

/** Shows what is kept, as it is in the database. */
async function refresh(): Promise<void> {
  const member = memberOfSession()
  const rows = member === null ? [] : await readRows(member).catch(() => [])
  if (member !== memberOfSession()) return
  device?.take(member, rows)
  reads.notify()
  if (member !== null && rows.length === 0) void forgetSync(member)
}

async function publish(): Promise<void> {
  tabs?.postMessage(null)
  await refresh()
}

async function pass(succeeded: () => void): Promise<PassEnd> {
  if (getConnection() === 'offline') return 'done'
  // Where tabs cannot exclude each other, two may send the same state, which is then refused as known.
  if (navigator.locks) return await navigator.locks.request('quack-toggles', () => sendAll(succeeded))
  return await sendAll(succeeded)
}

async function sendAll(succeeded: () => void): Promise<PassEnd> {
  const member = memberOfSession()
  if (member === null) return 'done'
  let end: PassEnd = 'done'
  for (const row of await readRows(member)) {
    if (member !== memberOfSession()) break
    try {
      await send(member, row)
      succeeded()
    } catch (error) {
      // The viewer has changed.
      if (isAbort(error)) break
      if (error instanceof NetworkError) return 'failed'
      if (!(error instanceof ApiError)) throw error
      // The session has ended: the rows wait until the member has signed in again.
      if (isOfSession(error)) break
      end = 'failed'
      // One that fails in the server must not hold up the others.
      if (error.status !== 500) break
      console.error(error)
    }
  }
  return end
}

/** @throws what may succeed later */
async function send(member: string, listed: ToggleRow): Promise<void> {
  const sender = senders.get(listed.kind)
  if (!sender) return
  // It may have been changed while those before it were sent.
  const row = await markTried(member, listed)
  if (!row) return
  const { subject, value, was } = row
  try {
    if (!(row.isTried && (await isAsWanted(row)))) {
      // `call` reads the session in the same turn: another member's token is never used.
      if (member !== memberOfSession()) return
      await sender.send(subject, value)
    }
  } catch (error) {
    if (!sender.isAlready(error, value)) {
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500 || isOfSession(error)) throw error
      await dropRow(member, row)
      await publish()
      sender.show(subject, was)
      sender.onRefused(error, subject)
      return
    }
  }
  await settleRow(member, row)
  await publish()
}

function isOfSession(error: ApiError): boolean {
  return error.status === 401 || isRefusal(error, 'usernameUnknown')
}
