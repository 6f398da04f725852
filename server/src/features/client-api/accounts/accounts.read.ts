import type { Member } from '@quack/contract'
import type { Connection } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { hydrateMembers, hydrateSummaries } from '../../members/members.hydrate.ts'
import { listIdsByKeys } from '../../members/members.queries.ts'
import { getReadableMember } from '../../members/members.service.ts'
import { listBlocksAmong } from '../../visibility/visibility.queries.ts'
import type { Reader } from '../transport/bind-client.ts'
import { unlessRefused } from '../transport/client-errors.ts'
import { accountView, blockedView } from './account.view.ts'

/** Members by their names in lower case. Those whom the viewer does not see are left out. */
export async function readMembersByNames(db: Connection, names: Iterable<string>, hydration: Hydration) {
  const keys = [...new Set([...names].map((name) => name.toLowerCase()))]
  const rows = keys.length === 0 ? [] : await listIdsByKeys(db, { keys })
  const ids = rows.map(({ id }) => id)
  const members = await readMembers(db, ids, hydration)
  return new Map(members.map((member) => [member.username.toLowerCase(), member]))
}

export async function readMembers(db: Connection, ids: readonly MemberId[], hydration: Hydration) {
  return (await hydrateMembers(db, ids, hydration)).entities
}

export async function readAccounts(db: Connection, ids: readonly MemberId[], { hydration, urls }: Reader) {
  return (await readMembers(db, ids, hydration)).map((member) => accountView(member, urls))
}

/** @throws memberUnknown */
export async function findAccount(db: Connection, id: MemberId, hydration: Hydration): Promise<Member> {
  const [member] = await readMembers(db, [id], hydration)
  if (!member) throw new AppError('memberUnknown')
  return member
}

/** An account; of a member whom the viewer has blocked, what the list of blocks tells, so that an app can unblock. */
export async function readAccount(db: Connection, id: MemberId, { hydration, urls }: Reader) {
  const [member] = await readMembers(db, [id], hydration)
  if (member) return accountView(member, urls)
  const { viewer } = hydration
  const blocks = viewer === null ? [] : await listBlocksAmong(db, { members: [viewer, id] })
  if (!blocks.some((block) => block.blocker_id === viewer)) return undefined
  const [blocked] = (await hydrateSummaries(db, [[id]], hydration)).list([id])
  return blocked && blockedView(blocked, urls)
}

/** Whose lists the viewer reads; null if they are for followers alone. Apps know such lists as empty. */
export async function findListsOf(db: Connection, { username }: Member, of: Parameters<typeof getReadableMember>[2]) {
  const found = getReadableMember(db, username, of)
  return (await unlessRefused(found, (code) => code === 'followersOnly', { id: null })).id
}

/** The account of this name, with or without an @ and the host; none for another host. */
export async function readHandle(db: Connection, text: string, reader: Reader) {
  const { host: own } = reader.urls
  const [name = '', host = own] = text.replace(/^@/, '').split('@')
  const keys = host.toLowerCase() === own ? [name.toLowerCase()] : []
  const [row] = keys.length === 0 ? [] : await listIdsByKeys(db, { keys })
  return row && readAccount(db, row.id, reader)
}
