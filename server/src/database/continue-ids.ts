import type { Database } from './database.ts'

/**
 * After a start with a clock that ran ahead before, new posts and comments would be below older ones. Their ids continue after
 * the newest that is stored.
 * @returns whether they do: not if the newest is too far ahead
 */
export async function continueIds({ primary, ids }: Database): Promise<boolean> {
  const newest = async (table: 'posts' | 'comments') => {
    const row = await primary.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return row?.id ?? 0
  }
  return ids.continueAfter(Math.max(await newest('posts'), await newest('comments')))
}
