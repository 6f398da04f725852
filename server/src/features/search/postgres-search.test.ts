import { sql } from 'kysely'
import { expect } from 'vitest'
import { readAll } from '../../../test/read-all.ts'
import { insertPosts, SEARCH_POSTS, test } from '../../../test/search.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { BUCKET_SIZE, bucketOf } from './post-tokens.ts'
import { writeEntries } from './search-index.queries.ts'
import { indexAll } from './search-index.ts'

/** As many entries as are compared one by one, and the periods that the index knows (candidates.queries.ts), in buckets. */
const [NEWEST, RECENT] = [300, 3_000]
const [SHORT, LONG] = [2 ** 22, 2 ** 26]

test.for([
  ['few of the newest entries match', 1, NEWEST, 100],
  ['some of them match', 8, RECENT, 20],
] as const)(
  'posts of all periods are found, each once, the newest first: %s',
  async ([_, count, compared, limit], { app, ann }) => {
    await app.db.write(async (transaction) => {
      for (const table of ['posts', 'search_posts']) await sql`delete from ${sql.table(table)}`.execute(transaction)
    })
    // What is not compared begins where a short period does, and the next one where a long one does.
    const start = (Math.floor(bucketOf(app.db.ids.next()) / LONG) - 1) * LONG + 4 * SHORT
    const newest = start + compared - 1
    const buckets = new Set(Array.from({ length: count }, (_, index) => newest - 30 * index))
    for (let back = 0; back < 30; back++) buckets.add(newest - NEWEST - 40 * back)
    for (const period of [SHORT, LONG]) {
      const last = Math.floor(start / period) * period
      for (let back = 0; back < 16; back++) {
        for (const offset of [-1, 0, period / 2]) buckets.add(Math.min(newest, last - back * period + offset))
      }
    }
    const ids = [...buckets].map((bucket) => (bucket * BUCKET_SIZE) as PostId)
    await insertPosts(
      app.db,
      Number(ann._id) as MemberId,
      ids.map(() => 'a heron'),
      (index) => ids[index] as PostId,
    )
    await indexAll(app.db)
    // Other entries, between those with the word.
    await app.db.write((transaction) =>
      sql`insert into search_posts (bucket, tokens)
      select bucket, array_to_tsvector(array['pond'])
      from generate_series(${start}::bigint, ${newest}::bigint) as bucket on conflict do nothing`.execute(transaction),
    )
    const found = await readAll(async (page) => {
      const { posts, nextCursor } = await ann.call(SEARCH_POSTS, {
        query: { q: 'heron', embed: 0, limit, ...page },
      })
      return { entries: posts.map(({ _id }) => _id), nextCursor }
    })
    expect(found).toEqual(ids.toSorted((a, b) => b - a).map(String))
  },
)

test('a search that takes too long in the index compares the newest entries instead', async ({ app, ann }) => {
  const [id] = await insertPosts(app.db, Number(ann._id) as MemberId, ['an egret'])
  await indexAll(app.db)
  let answer: Promise<{ posts: { _id: string }[] }> | null = null
  await app.db.write(async (transaction) => {
    await sql`lock table search_posts`.execute(transaction)
    answer = ann.call(SEARCH_POSTS, { query: { q: 'egret' } })
    // As the time limit does.
    const cancel = sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await cancel.execute(app.db.primary)).rows).toHaveLength(1)
  })
  expect(await answer).toMatchObject({ posts: [{ _id: String(id) }] })
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
