import type { Member } from '@quack/contract'
import type { Account } from '@quack/contract/client-api/entities'
import type { Connection } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { hydrateMembers } from '../../members/members.hydrate.ts'
import { listIdsByKeys } from '../../members/members.queries.ts'
import type { Urls } from '../transport/urls.ts'
import { accountView } from './account.view.ts'

/** Accounts by the names of their members in lower case. Members whom the viewer does not see are left out. */
export async function readByNames(
  db: Connection,
  names: Iterable<string>,
  hydration: Hydration,
  urls: Urls,
): Promise<ReadonlyMap<string, Account>> {
  const members = await readMembersByNames(db, names, hydration)
  return new Map([...members].map(([name, member]) => [name, accountView(member, urls)]))
}

export async function readMembersByNames(
  db: Connection,
  names: Iterable<string>,
  hydration: Hydration,
): Promise<ReadonlyMap<string, Member>> {
  const keys = [...new Set([...names].map((name) => name.toLowerCase()))]
  const rows = keys.length === 0 ? [] : await listIdsByKeys(db, { keys })
  const members = await readMembers(
    db,
    rows.map(({ id }) => id),
    hydration,
  )
  return new Map(members.map((member) => [member.username.toLowerCase(), member]))
}

/** With none of the lists inside, which apps do not know. */
export async function readMembers(
  db: Connection,
  ids: readonly MemberId[],
  hydration: Hydration,
): Promise<readonly Member[]> {
  return (await hydrateMembers(db, ids, { ...hydration, embed: 0 })).entities
}
