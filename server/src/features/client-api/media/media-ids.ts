import { isMediaName } from '../../media/records/media.view.ts'

/**
 * Apps expect ids of digits. The id of a file is its name as a number: no row is needed, and the same file has the same id.
 */

const ENDINGS = ['webp', 'mp4', 'webm']
const BASE = BigInt(ENDINGS.length)
const HASH_BYTES = 16

export function mediaIdOf(name: string): string {
  const [hash = '', ending = ''] = name.split('.')
  const number = BigInt(`0x${Buffer.from(hash, 'base64url').toString('hex')}`)
  return String(number * BASE + BigInt(ENDINGS.indexOf(ending)))
}

/** Null for what is no id. */
export function mediaNameOfId(id: string): string | null {
  if (!/^\d{1,40}$/.test(id)) return null
  const hex = (BigInt(id) / BASE).toString(16).padStart(HASH_BYTES * 2, '0')
  const name = `${Buffer.from(hex, 'hex').toString('base64url')}.${ENDINGS[Number(BigInt(id) % BASE)]}`
  return isMediaName(name) ? name : null
}
