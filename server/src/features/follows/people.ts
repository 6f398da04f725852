import type { MemberSummary } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { hydrateSummaries } from '../members/members.hydrate.ts'
import { listRelations } from '../members/members.queries.ts'

export interface Person extends MemberSummary {
  viewer?: { following: boolean; followedBy: boolean }
}

/** The entries of a list of people, with the state of the viewer's follow button. */
export async function hydratePeople(
  db: Connection,
  ids: readonly MemberId[],
  viewer: MemberId | null,
): Promise<Person[]> {
  const people: Person[] = (await hydrateSummaries(db, [ids], { viewer })).list(ids)
  if (viewer === null) return people
  const relations = await listRelations(db, viewer, ids)
  return people.map((person) => {
    const id = Number(person._id) as MemberId
    return { ...person, viewer: { following: relations.following.has(id), followedBy: relations.followedBy.has(id) } }
  })
}
