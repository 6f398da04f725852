import { randomBytes } from 'node:crypto'

/** A hashtag that no other test uses, without the #. */
export function makeTag(start: string): string {
  return `${start}_${randomBytes(5).toString('hex')}`
}
