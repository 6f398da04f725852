import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { parseId } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'

/**
 * A token that ends the digest of a member, and does nothing else. It is signed and not stored. It works again and
 * again, as long as the installation keeps its secret, because old mails have to keep the promise of their link.
 */
export function createUnsubscribeToken(secret: string, member: MemberId): string {
  return `${member}.${sign(secret, member).toString('base64url')}`
}

/** The member of a token; null if it is not ours. */
export function readUnsubscribeToken(secret: string, token: string): MemberId | null {
  const [id = '', signature = ''] = token.split('.')
  const member = parseId<MemberId>(id)
  if (member === null) return null
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(secret, member)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? member : null
}

function sign(secret: string, member: MemberId): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribe', 32))
  return createHmac('sha256', key).update(`digest ${member}`).digest()
}
