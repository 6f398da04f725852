import { ApiError, isRefusal, NetworkError } from '../api/api-errors.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { onSessionChange } from '../api/session.ts'
import { type KeptToggle, senders } from '../cache/toggle-queue.ts'
import { createBackOff } from '../outbox/back-off.ts'
import { askForSync, forgetSync, onSync } from '../outbox/background-sync.ts'
import { memberOfSession } from '../outbox/entries.ts'
import type { Device } from '../toggles/kept-toggles.ts'
import { dropRow, keepRow, markTried, readRows, settleRow, type ToggleRow } from '../toggles/toggle-rows.ts'
import { isAsWanted } from './present-toggle.ts'

/** Keeps and sends the desired states of the viewer. Loaded on demand by data/toggles/kept-toggles.ts. */

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('quack-toggles')
const backOff = createBackOff()
let device: Device | null = null
let running: Promise<void> | null = null
let isWoken = false
let timer: ReturnType<typeof setTimeout> | undefined

export async function keepToggle(given: Device, toggle: KeptToggle): Promise<void> {
  const member = memberOfSession()
  if (member === null) throw new Error('Only members have desired states.')
  await keepRow(member, toggle)
  tabs?.postMessage(null)
  await startToggles(given)
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
    if (typeof window !== 'undefined') window.addEventListener('focus', () => void refresh().then(wake))
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
  if (member !== null && rows.length === 0) void forgetSync(member)
}

async function publish(): Promise<void> {
  tabs?.postMessage(null)
  await refresh()
}

/** Apart for the tests: resolves when nothing more can be sent. */
export function sendSoon(): Promise<void> {
  backOff.reset()
  return wake()
}

function wake(): Promise<void> {
  const wait = backOff.wait()
  if (wait > 0) {
    clearTimeout(timer)
    timer = setTimeout(() => void wake(), wait)
    return running ?? Promise.resolve()
  }
  isWoken = true
  running ??= pass().finally(() => {
    running = null
  })
  return running
}

async function pass(): Promise<void> {
  while (isWoken) {
    isWoken = false
    if (getConnection() === 'offline') return
    try {
      // Where tabs cannot exclude each other, two may send the same state, which is then refused as known.
      if (navigator.locks) await navigator.locks.request('quack-toggles', sendAll)
      else await sendAll()
    } catch (error) {
      if (!(error instanceof NetworkError)) console.warn('The outbox cannot be read.', error)
      backOff.failed()
      void wake()
    }
  }
}

async function sendAll(): Promise<void> {
  const member = memberOfSession()
  if (member === null) return
  let failure: unknown
  for (const row of await readRows(member)) {
    if (member !== memberOfSession()) return
    try {
      await send(member, row)
    } catch (error) {
      // The session has ended: the rows wait until the member has signed in again.
      if (error instanceof ApiError && isOfSession(error)) return
      if (error instanceof NetworkError || (error instanceof ApiError && error.status !== 500)) throw error
      // One that fails in the server must not hold up the others.
      failure = error
    }
  }
  if (failure) throw failure
}

/** @throws what may succeed later */
async function send(member: string, row: ToggleRow): Promise<void> {
  const sender = senders.get(row.kind)
  if (!sender) return
  const { subject, value, was } = row
  await markTried(member, row)
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
