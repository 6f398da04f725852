import { type CursorCodec, type PageRequest, readPage } from '../database/paging.ts'
import { pageOf } from './list-query.ts'

/** Entities in the order of their ids. Entities that were deleted meanwhile are left out. */
export interface Hydrated<Entity> {
  readonly entities: Entity[]
  /** How many ids, from the first on, were used: not all if the answer would become too large. */
  readonly taken: number
}

export interface EntityPage<Entity> {
  readonly entities: Entity[]
  readonly nextCursor: string | null
}

/** Reads a page of a list of entities: first the ids, then the entities. It ends early if it would become too large. */
export async function readEntityPage<Id extends number, Key, Row extends Key & { readonly id: Id }, Entity>(
  codec: CursorCodec<Key>,
  query: { limit?: number; cursor?: string },
  load: (page: PageRequest<Key>) => Promise<readonly Row[]>,
  hydrate: (ids: readonly Id[]) => Promise<Hydrated<Entity>>,
): Promise<EntityPage<Entity>> {
  const page = await readPage(codec, pageOf(query), load)
  const { entities, taken } = await hydrate(page.entries.map((entry) => entry.id))
  const last = page.entries[taken - 1]
  const endsEarly = taken < page.entries.length && last !== undefined
  return { entities, nextCursor: endsEarly ? codec.write(last) : page.nextCursor }
}
