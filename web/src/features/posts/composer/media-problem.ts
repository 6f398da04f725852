import { CLIENT_ERRORS } from '@quack/contract/errors/client-errors'
import { POST_MEDIA_MAX_BYTES } from '@quack/contract/rules/limits'
import { fileKind } from '../../../data/uploads/upload-options.ts'

/** Why a file cannot be attached to a post, as the specification words it, or null. */
export function mediaProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (fileKind(file) === null) return CLIENT_ERRORS.mediaTypeRefused.message
  return file.size >= POST_MEDIA_MAX_BYTES ? CLIENT_ERRORS.mediaTooLarge.message : null
}
