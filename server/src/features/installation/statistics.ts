import type { Statistics } from '@quack/contract'
import type { Connection, Database } from '../../database/database.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { findSetting, putSetting } from './settings.queries.ts'
import { countByDay, countTotals } from './statistics.queries.ts'

const DAY_MS = 24 * 60 * 60_000
const DAYS = 30
/** Counting takes long on a large installation. */
const MAX_AGE_MS = 10 * 60_000
const LAST_BACKUP = 'lastBackup'

/**
 * The statistics, which are read again once they are older than `maxAgeMs`. Requests at the same time share one read.
 */
export function createStatistics(version: string, maxAgeMs = MAX_AGE_MS): (db: Connection) => Promise<Statistics> {
  let last: { readonly at: number; readonly statistics: Promise<Statistics> } | null = null
  return (db) => {
    const now = Date.now()
    if (last && now - last.at < maxAgeMs) return last.statistics
    const statistics = readStatistics(db, version, now)
    const made = { at: now, statistics }
    last = made
    statistics.catch(() => {
      if (last === made) last = null
    })
    return statistics
  }
}

async function readStatistics(db: Connection, version: string, now: number): Promise<Statistics> {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const since = today - (DAYS - 1) * DAY_MS
  const totals = await countTotals(db)
  const members = await countByDay(db, 'members', since)
  const posts = await countByDay(db, 'posts', since)
  const lastBackup = await findSetting(db, LAST_BACKUP)
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = since + index * DAY_MS
    const text = new Date(day).toISOString().slice(0, 10)
    return { day: text, members: members.get(day) ?? 0, posts: posts.get(day) ?? 0 }
  })
  return { version, ...totals, lastBackupAt: typeof lastBackup === 'number' ? timestamp(lastBackup) : null, days }
}

/** Stores when the last backup was completed, for the statistics. */
export async function recordBackup(db: Database): Promise<void> {
  await db.write((transaction) => putSetting(transaction, LAST_BACKUP, Date.now()))
}
