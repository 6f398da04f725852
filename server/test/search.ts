import { expect } from 'vitest'
import type { Database } from '../src/database/database.ts'
import type { MemberId, PostId } from '../src/database/schema.ts'
import { createPublicId } from '../src/features/posts/posts.service.ts'
import { indexAll } from '../src/features/search/search-index.ts'
import type { Reader } from './blocks.ts'
import { test as base } from './fixtures.ts'
import { readAll } from './read-all.ts'
import { WITHOUT_BACKGROUND_WORK } from './without-background-work.ts'

export const SEARCH_POSTS = 'GET /api/search/posts'

/** Posts that are stored by their rows alone. */
export async function insertPosts(
  db: Database,
  author: MemberId,
  contents: readonly string[],
  idOf: (index: number) => PostId = () => db.ids.next<PostId>(),
  quoted: readonly PostId[] = [],
): Promise<PostId[]> {
  const rows = contents.map((content, index) => ({
    id: idOf(index),
    public_id: createPublicId(),
    author_id: author,
    content,
    media_url: '',
    media_type: '' as const,
    media_name: null,
    alt: '',
    who_may_comment: 'everyone' as const,
    quoted_id: quoted[index] ?? null,
    updated_at: 0,
  }))
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    await db.write(async (transaction) => {
      await transaction.insertInto('posts').values(batch).execute()
    })
  }
  return rows.map(({ id }) => id)
}

const BATCH = 500

type Query = { readonly limit?: number; readonly order?: 'newest' | 'best' }

/** Nothing is indexed but by `find`. */
export const test = base
  .extend('options', { scope: 'file' }, () => WITHOUT_BACKGROUND_WORK)
  /** The texts of the posts that a search finds: the same before they are indexed and after. */
  .extend('find', ({ app }) => async (viewer: Reader, q: string, query: Query = {}) => {
    const read = () =>
      readAll(async ({ cursor }) => {
        const page = { q, embed: 0, ...query, ...(cursor === undefined ? {} : { cursor }) }
        const { posts, nextCursor } = await viewer.call(SEARCH_POSTS, { query: page })
        return { entries: posts.map(({ content }) => content), nextCursor }
      })
    const before = await read()
    await indexAll(app.db)
    expect(await read()).toEqual(before)
    return before
  })
