import type { Database } from '../../src/database/database.ts'
import type { TagId } from '../../src/database/schema.ts'
import { LOOKED_AT } from '../../src/features/search/search-tags.queries.ts'
import { OWN_LETTER } from './topics.ts'

/**
 * Hashtags without posts, which come before the topics of members in their search: it stops looking at the first of these,
 * whether the viewer sees it or not.
 */
export async function fillTags({ ids, write }: Database): Promise<void> {
  const keys = Array.from({ length: LOOKED_AT - 1 }, (_, index) => `${OWN_LETTER}${10_000 + index}`)
  const rows = keys.map((key) => ({ id: ids.next<TagId>(), key, name: key }))
  await write((transaction) => transaction.insertInto('tags').values(rows).execute())
}

/** The ids of all hashtags, by key. */
export async function readTags({ primary }: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await primary.selectFrom('tags').select(['id', 'key']).execute()
  return new Map(rows.map(({ id, key }) => [key, String(id)]))
}
