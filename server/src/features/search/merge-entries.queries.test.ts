import { sql } from 'kysely'
import { expect } from 'vitest'
import { expectedIndex, readIndex } from '../../../test/search-index.ts'
import { test } from '../../../test/sqlite-file.ts'
import type { MemberId } from '../../database/schema.ts'
import { indexChanges } from './search-index.ts'

const BATCHES = 60

test('each batch of changes merges a part of what earlier ones have written', async ({ db }) => {
  for (let batch = 0; batch < BATCHES; batch++) {
    await db.write((transaction) =>
      transaction
        .insertInto('members')
        .values({
          id: db.ids.next<MemberId>(),
          username: `duck${batch}`,
          username_key: `duck${batch}`,
          first_name: 'Duck',
          last_name: `Of ${batch}`,
          email: `duck${batch}@example.com`,
          password_hash: '',
          avatar_url: '',
          updated_at: 0,
          deleted_at: null,
          suspended_at: null,
        })
        .execute(),
    )
    await indexChanges(db)
  }
  expect((await readIndex(db)).people).toEqual((await expectedIndex(db)).people)
  // Without merges by the program, FTS5 would have up to 15 on each level.
  const { rows } = await sql<{ segments: number }>`
    select count(distinct segid) as segments from search_people_idx`.execute(db.primary)
  expect(rows[0]?.segments).toBeLessThan(10)
})
