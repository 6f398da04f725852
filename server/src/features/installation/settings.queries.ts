import type { Connection } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'

const settingOf = prepared((db, { key }: { key: string }) =>
  db.selectFrom('settings').select('value').where('key', '=', key),
)

/** A setting, which is stored as JSON; undefined if none is stored. */
export async function findSetting(db: Connection, key: string): Promise<unknown> {
  const row = await settingOf.first(db, { key })
  return row && JSON.parse(row.value)
}

export async function putSetting(db: Connection, key: string, setting: unknown): Promise<void> {
  const value = JSON.stringify(setting)
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Stores a setting unless there is one. */
export async function addSetting(db: Connection, key: string, setting: unknown): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(setting) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export async function removeSetting(db: Connection, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute()
}
