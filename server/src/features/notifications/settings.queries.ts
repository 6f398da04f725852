import type { KindSettings, NotificationKind, QuietHours } from '@quack/contract'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

type OfMember = { readonly member: MemberId }

const kindsOf = prepared((db, { member }: OfMember) =>
  db.selectFrom('notification_kinds').select(['kind', 'list', 'push', 'audience']).where('member_id', '=', member),
)
const preferencesOf = prepared((db, { member }: OfMember) =>
  db
    .selectFrom('notification_preferences')
    .select(['push_text', 'quiet_hours', 'digest'])
    .where('member_id', '=', member),
)

/** What a member has chosen, and the defaults of the rest. Kinds that were never changed are absent. */
export async function readChoices(db: Connection, member: MemberId) {
  const [kinds, preferences] = await Promise.all([kindsOf.all(db, { member }), preferencesOf.first(db, { member })])
  return {
    kinds: new Map(
      kinds.map(({ kind, list, push, audience }) => [kind, { list: list === 1, push: push === 1, from: audience }]),
    ),
    quietHours: preferences?.quiet_hours ? (JSON.parse(preferences.quiet_hours) as QuietHours) : null,
    pushText: preferences?.push_text !== 0,
    digest: preferences?.digest ?? ('off' as const),
  }
}

export async function putKinds(
  transaction: Connection,
  member: MemberId,
  kinds: readonly (readonly [NotificationKind, KindSettings])[],
): Promise<void> {
  if (kinds.length === 0) return
  const rows = kinds.map(([kind, { list, push, from }]) => ({
    member_id: member,
    kind,
    list: list ? (1 as const) : (0 as const),
    push: push ? (1 as const) : (0 as const),
    audience: from,
  }))
  await transaction
    .insertInto('notification_kinds')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind']).doUpdateSet((eb) => ({
        list: eb.ref('excluded.list'),
        push: eb.ref('excluded.push'),
        audience: eb.ref('excluded.audience'),
      })),
    )
    .execute()
}

export async function putPreferences(
  transaction: Connection,
  member: MemberId,
  changed: { readonly push_text?: 0 | 1; readonly quiet_hours?: string | null },
): Promise<void> {
  if (Object.keys(changed).length === 0) return
  await transaction
    .insertInto('notification_preferences')
    .values({ member_id: member, ...changed })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(changed))
    .execute()
}

type OfPost = OfMember & { readonly post: PostId }

export const isPostMuted = prepared((db, { member, post }: OfPost) =>
  db.selectFrom('notification_mutes').select('at').where('post_id', '=', post).where('member_id', '=', member),
).has
export const insertPostMute = prepared((_db, { member, post, at }: OfPost & { at: number }) => {
  return sql`insert into notification_mutes (post_id, member_id, at) values (${post}, ${member}, ${at}) on conflict do nothing`
}).run
export const deletePostMute = prepared((db, { member, post }: OfPost) =>
  db.deleteFrom('notification_mutes').where('post_id', '=', post).where('member_id', '=', member),
).run
