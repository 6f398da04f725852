import { createHash, randomInt } from 'node:crypto'
import type { Connection } from '../../database/database.ts'

/** Milliseconds, and how many mails in that time. A family or a class may have one address. */
const LIMITS = [
  { time: 60 * 60_000, count: 12 },
  { time: 24 * 60 * 60_000, count: 24 },
] as const
export const STRANGERS_COUNTED_MS = LIMITS[1].time
const ID_MAX = 2 ** 48 - 1

/**
 * For mails to an address that its account has not confirmed: anybody can cause them, with as many accounts as they
 * like, and the address may be a stranger's. Of an address only a hash is kept, for about a day.
 * @param wanted how many mails there are to send, at least one
 * @returns how many of them may be sent. They are counted
 */
export async function allowMails(
  transaction: Connection,
  { address, wanted, now }: { address: string; wanted: number; now: number },
): Promise<number> {
  const recipient = createHash('sha256').update(address.toLowerCase()).digest('base64url')
  const sent = await transaction
    .selectFrom('mailed_strangers')
    .select('at')
    .where('recipient_hash', '=', recipient)
    .where('at', '>', now - STRANGERS_COUNTED_MS)
    .orderBy('at', 'desc')
    .limit(LIMITS[1].count)
    .execute()
  const left = LIMITS.map(({ time, count }) => count - sent.filter(({ at }) => at > now - time).length)
  const allowed = Math.min(wanted, ...left)
  if (allowed <= 0) return 0
  const rows = Array.from({ length: allowed }, () => ({ id: randomInt(ID_MAX), recipient_hash: recipient, at: now }))
  await transaction.insertInto('mailed_strangers').values(rows).execute()
  return allowed
}
