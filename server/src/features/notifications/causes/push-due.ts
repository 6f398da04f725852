import { type RawBuilder, sql } from 'kysely'

/** 1 if a recipient has a device that gets push messages, and wants those of the kind there. Both are columns. */
export const pushDue = (recipient: RawBuilder<unknown>, kind: RawBuilder<unknown>): RawBuilder<0 | 1> => sql<0 | 1>`
  case when exists (select 1 from push_subscriptions as device where device.member_id = ${recipient})
    and not exists (
      select 1 from notification_kinds as silent
      where silent.member_id = ${recipient} and silent.kind = ${kind} and silent.push = 0)
  then 1 else 0 end`
