import type { MemberSummary } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import type { NestedList } from '../../database/nested-lists.ts'
import { type CursorCodec, rangeOf, readPage } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { type Hydration, pageOf } from '../../reading/list-query.ts'
import { hydrateSummaries } from '../members/members.hydrate.ts'
import { listRelations } from '../members/members.queries.ts'
import { countHidden, listPeople } from './people.queries.ts'

export interface Person extends MemberSummary {
  viewer?: { following: boolean; followedBy: boolean; requested?: boolean }
}

/** A full list of members, such as who likes a post, or follows a member. */
export interface PeopleList {
  readonly list: NestedList
  readonly codec: CursorCodec<{ at: number }>
}

/** Reads a page of a list of people, without those whom the viewer does not see. */
export async function readPeople(
  db: Connection,
  { list, codec }: PeopleList,
  owner: MemberId | PostId,
  query: { limit?: number; cursor?: string },
  { viewer, hidden }: Pick<Hydration, 'viewer' | 'hidden'>,
): Promise<{ people: Person[]; nextCursor: string | null; hiddenCount: number }> {
  const { entries, nextCursor } = await readPage(codec, pageOf(query), (request) =>
    listPeople(db, list, owner, request, hidden.blocked),
  )
  const ids = entries.map((entry) => entry.id)
  const range = rangeOf(codec, query.cursor, nextCursor)
  const isComplete = hidden.blocked.length === 0
  const hiddenCount = isComplete ? 0 : await countHidden(db, list, owner, range, hidden.blocked)
  return { people: await hydratePeople(db, ids, viewer), nextCursor, hiddenCount }
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
    const [following, followedBy] = [relations.following.has(id), relations.followedBy.has(id)]
    const requested = relations.requested.has(id) ? { requested: true } : null
    return { ...person, viewer: { following, followedBy, ...requested } }
  })
}
