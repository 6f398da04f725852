import { sql } from 'kysely'
import { expect } from 'vitest'
import { insertPosts, SEARCH_POSTS, test } from '../../../test/search.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { BUCKET_SIZE, bucketOf } from './post-tokens.ts'
import { writeEntries } from './search-index.queries.ts'
import { indexAll } from './search-index.ts'

/** As many entries as are looked at one by one, the newest first (candidates.queries.ts). */
const RECENT = 3_000

test('a word that no recent entry has is found by the index of all', async ({ app, ann }) => {
  const earlier = (app.db.ids.next<PostId>() - 2 * RECENT * BUCKET_SIZE) as PostId
  const [old] = await insertPosts(app.db, Number(ann._id) as MemberId, ['a heron'], () => earlier)
  await indexAll(app.db)
  const first = bucketOf(earlier) + 1
  await app.db.write((transaction) =>
    sql`insert into search_posts (bucket, tokens)
      select bucket, array_to_tsvector(array['pond']) from generate_series(${first}::bigint, ${first + RECENT}::bigint) as bucket`.execute(
      transaction,
    ),
  )
  const { posts } = await ann.call(SEARCH_POSTS, { query: { q: 'heron' } })
  expect(posts.map(({ _id }) => _id)).toEqual([String(old)])
})

test('an entry with more tokens than a value can hold is written with the first of them', async ({ app }) => {
  const tokens = Array.from({ length: 150_000 }, (_, index) => `token${index}`)
  await app.db.write((transaction) => writeEntries(transaction, 'search_posts', new Map([[1, tokens.join(' ')]])))
  const has = (token = '') => sql<boolean>`tokens @@ ${`'${token}'`}::tsquery`
  const { rows } = await sql<{ first: boolean; last: boolean }>`
    select ${has(tokens[0])} as first, ${has(tokens.at(-1))} as last from search_posts where bucket = 1`.execute(
    app.db.primary,
  )
  expect(rows).toEqual([{ first: true, last: false }])
})
