import type { Updateable } from 'kysely'
import type { MemberId, Schema } from '../src/database/schema.ts'
import type { TestApp } from './app.ts'
import type { TestMember } from './members.ts'

type Columns = Pick<Updateable<Schema['members']>, 'is_private' | 'limited_at'>

/** What makes a member's posts visible to followers only, and undoes it. */
export const PRIVATE = { is_private: 1 } as const
export const LIMITED = { limited_at: 1 } as const
export const PUBLIC = { is_private: 0, limited_at: null } as const

/** Changes who sees the posts of a member, by the columns alone. */
export async function setAudience({ db }: Pick<TestApp, 'db'>, { _id }: Pick<TestMember, '_id'>, columns: Columns) {
  await db.write(async (transaction) => {
    const id = Number(_id) as MemberId
    await transaction.updateTable('members').set(columns).where('id', '=', id).execute()
  })
}

type Pair = readonly [follower: Pick<TestMember, '_id'>, followed: Pick<TestMember, '_id'>]

/** Adds a follow, or removes it, by its row alone. */
export async function setFollow({ db }: Pick<TestApp, 'db'>, [follower, followed]: Pair, isFollowing: boolean) {
  const row = { follower_id: Number(follower._id) as MemberId, followed_id: Number(followed._id) as MemberId }
  await db.write(async (transaction) => {
    if (isFollowing) {
      await transaction
        .insertInto('follows')
        .values({ ...row, at: db.ids.next() })
        .execute()
      return
    }
    const { follower_id, followed_id } = row
    await transaction
      .deleteFrom('follows')
      .where('follower_id', '=', follower_id)
      .where('followed_id', '=', followed_id)
      .execute()
  })
}
