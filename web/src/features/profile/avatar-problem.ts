import { ERRORS } from '@quack/contract/errors'
import { AVATAR_MAX_BYTES } from '@quack/contract/limits'

/** Why a file cannot be an avatar, or null. The server checks too; this saves the upload. */
export function avatarProblem(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith('image/')) return ERRORS.avatarTypeRefused.message
  if (file.size >= AVATAR_MAX_BYTES) return ERRORS.avatarTooLarge.message
  return null
}
