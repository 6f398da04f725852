import { KEPT_NAMES, UNSENT_NAMES } from '../api/member-key.ts'
import { memberOfSession } from '../api/session.ts'
import { deleteMember, listUnsent, memberOnDevice } from './database.ts'

/** Of how many members who are not signed in this device keeps what was not sent: those who left last. */
export const MEMBERS_MAX = 10
/** For how long after they left, in milliseconds: as long as the longest session. */
export const AGE_MAX_MS = 30 * 86_400_000

/** Begins the names in local storage of the time when a member was first seen to have left. */
const SINCE = 'left:'

/**
 * Deletes what was not sent of members who have left this device long ago, or before many others, with all else that is
 * kept of them. Who signs in again in time finds what was not sent, and its time begins anew.
 */
export async function forgetLongLeft(now: number = Date.now()): Promise<void> {
  endOldNames()
  const present = new Set([memberOfSession(), memberOnDevice()])
  // Without the database, drafts are still in local storage.
  const waiting = await listUnsent().catch(() => new Set<string>())
  const members = [...new Set([...waiting, ...membersInStorage()])].filter((member) => !present.has(member))
  for (const name of namesOf(SINCE)) if (!members.includes(name.slice(SINCE.length))) localStorage.removeItem(name)
  const left = members.map((member) => ({ member, since: noteLeft(member, now) }))
  left.sort((one, other) => other.since - one.since)
  for (const [index, { member, since }] of left.entries()) {
    if (index >= MEMBERS_MAX || now - since > AGE_MAX_MS) await forget(member)
  }
}

/**
 * Earlier releases named these by the username or not at all, and the name may be another person's by now. They end,
 * because little is lost with them: recent searches and languages, the reading position, and where an upload began.
 */
function endOldNames(): void {
  for (const prefix of Object.values(KEPT_NAMES)) {
    for (const name of namesOf(prefix)) if (name.charAt(prefix.length) !== '#') localStorage.removeItem(name)
  }
}

function namesOf(prefix: string): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
}

function membersInStorage(): string[] {
  return Object.values(UNSENT_NAMES)
    .flatMap((prefix) => namesOf(prefix).map((name) => name.slice(prefix.length).split(':')[0] ?? ''))
    .filter((member) => member !== '')
}

/** @returns when the member was first seen to have left; now, if that was not noted, or is in the future */
function noteLeft(member: string, now: number): number {
  const since = Number(localStorage.getItem(SINCE + member) ?? Number.NaN)
  if (since <= now) return since
  try {
    localStorage.setItem(SINCE + member, String(now))
  } catch {
    // Storage is full. The next page tries again.
  }
  return now
}

async function forget(member: string): Promise<void> {
  forgetNames(member)
  localStorage.removeItem(SINCE + member)
  await deleteMember(member).catch(() => undefined)
}

/** Deletes what local storage has of a member, whether or not its modules are loaded. What was not sent can be kept. */
export function forgetNames(member: string, { keepsUnsent = false } = {}): void {
  for (const prefix of [...Object.values(keepsUnsent ? {} : UNSENT_NAMES), ...Object.values(KEPT_NAMES)]) {
    for (const name of namesOf(prefix + member)) {
      // Not of a member whose id begins with this one.
      if (['', ':'].includes(name.charAt(prefix.length + member.length))) localStorage.removeItem(name)
    }
  }
}
