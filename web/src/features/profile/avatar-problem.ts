import { CLIENT_ERRORS } from '@quack/contract/errors/client-errors'
import { AVATAR_MAX_BYTES } from '@quack/contract/rules/limits'
import { fileKind } from '../../data/uploads/upload-options.ts'

/** Why a file cannot be an avatar, or null. The server checks too; this saves the upload. */
export function avatarProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (fileKind(file) !== 'image') return CLIENT_ERRORS.avatarTypeRefused.message
  if (file.size >= AVATAR_MAX_BYTES) return CLIENT_ERRORS.avatarTooLarge.message
  return null
}
