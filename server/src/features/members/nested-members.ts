import type { Connection } from '../../database/database.ts'
import { listNewest, type NestedList } from '../../database/nested-lists.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { hydrateSummaries, type Summaries, summariesOf } from './members.hydrate.ts'
import { listAll } from './nested-members.queries.ts'

/** Up to this many members are read by one statement. More would come several times with all their names. */
const MEMBERS_FEW = 100

/** A list of members, and how long it is for each owner that has any. */
export interface CountedList {
  readonly list: NestedList
  readonly counts: ReadonlyMap<number, number>
}

/** The members of several lists, newest first, and how answers show them. */
export interface NestedMembers extends Summaries {
  of(list: NestedList, owner: number): readonly MemberId[]
}

/** @param column the length of the list */
export function countedBy<Column extends string>(
  list: NestedList,
  rows: readonly ({ readonly id: number } & Readonly<Record<Column, number>>)[],
  column: Column,
): CountedList {
  return { list, counts: new Map(rows.filter((row) => row[column] > 0).map((row) => [row.id, row[column]])) }
}

/**
 * The newest members of these lists: short lists in one query, long ones in one for each list, and then the members.
 */
export async function readNestedMembers(
  db: Connection,
  lists: readonly CountedList[],
  hydration: Pick<Hydration, 'viewer' | 'embed' | 'hidden'>,
): Promise<NestedMembers> {
  const { embed, hidden } = hydration
  const lengths = lists.flatMap(({ counts }) => [...counts.values()])
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const isFew = total > 0 && total <= MEMBERS_FEW && lengths.every((length) => length <= embed)
  const owned = lists
    .filter(({ counts }) => counts.size > 0)
    .map(({ list, counts }) => ({ list, owners: [...counts.keys()] }))
  const found = new Map<NestedList, ReadonlyMap<number, readonly MemberId[]>>()
  if (isFew) {
    const rows = await listAll(db, owned, hidden.blocked)
    for (const [index, { list }] of owned.entries()) {
      const owners = Map.groupBy(
        rows.filter((row) => row.list === index),
        (row) => row.owner,
      )
      found.set(list, new Map([...owners].map(([id, all]) => [id, all.slice(0, embed).map((row) => row.member)])))
    }
    return { ...summariesOf(rows.filter((row) => row.id !== null)), of: listOf }
  }
  for (const { list, owners } of owned) {
    found.set(list, await listNewest<number, MemberId>(db, list, owners, embed, hidden.blocked))
  }
  const all = [...found.values()].flatMap((owners) => [...owners.values()])
  return { ...(await hydrateSummaries(db, all, hydration)), of: listOf }

  function listOf(list: NestedList, owner: number): readonly MemberId[] {
    return found.get(list)?.get(owner) ?? []
  }
}
