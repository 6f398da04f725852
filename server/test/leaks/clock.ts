import { sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import { idAtTime } from '../../src/database/ids.ts'
import { isIn } from '../../src/database/in-list.ts'

const HOUR_MS = 60 * 60_000

/** Moves what notifications store back, as if hours had passed since. Nothing else of a world depends on the time. */
export async function passHours(db: Database, hours: number): Promise<void> {
  const span = sql`cast(${idAtTime(hours * HOUR_MS) - idAtTime(0)} as bigint)`
  await db.write(async (transaction) => {
    const groups = await transaction.selectFrom('notification_groups').select('id').execute()
    const ids = groups.map(({ id }) => id)
    // Events refer to their groups, whose ids are their times. So each group is copied before they move.
    await sql`
      insert into notification_groups (id, recipient_id, kind, target_id, post_id, comment_id)
      select id - ${span}, recipient_id, kind, target_id, post_id, comment_id from notification_groups`.execute(
      transaction,
    )
    await sql`update notification_events set group_id = group_id - ${span}, at = at - ${span}`.execute(transaction)
    await sql`
      update notification_preferences set read_to = case when read_to > ${span} then read_to - ${span} else 0 end`.execute(
      transaction,
    )
    await transaction
      .deleteFrom('notification_groups')
      .where(isIn(transaction, 'id', ids))
      .execute()
  })
}
