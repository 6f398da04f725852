import { type CursorCodec, type PageRequest, readPage } from '../database/paging.ts'
import { pageOf } from './list-query.ts'

/** Entities made from ids, in their order; those that are gone meanwhile are left out. */
export interface Hydrated<Entity> {
  readonly entities: Entity[]
  /** How many of the ids were taken, from the first on: fewer than all when the answer would have grown too large. */
  readonly taken: number
}

export interface EntityPage<Entity> {
  readonly entities: Entity[]
  readonly nextCursor: string | null
}

/** A page of a list of entities: ids from its query, entities from their ids. It ends early where it would grow too large. */
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
