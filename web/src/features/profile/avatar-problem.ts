import { CLIENT_ERRORS } from '@quack/contract/client-errors'
import { AVATAR_MAX_BYTES } from '@quack/contract/limits'

/** Why a file cannot be an avatar, or null. The server checks too; this saves the upload. */
export function avatarProblem(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith('image/')) return CLIENT_ERRORS.avatarTypeRefused.message
  if (file.size >= AVATAR_MAX_BYTES) return CLIENT_ERRORS.avatarTooLarge.message
  return null
}
