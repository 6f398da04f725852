import { CLIENT_ERRORS } from '@quack/contract/client-errors'
import { POST_MEDIA_MAX_BYTES } from '@quack/contract/limits'

/** Why a file cannot be attached to a post, as the specification words it, or null. */
export function mediaProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/') && !type.startsWith('video/')) return CLIENT_ERRORS.mediaTypeRefused.message
  return size >= POST_MEDIA_MAX_BYTES ? CLIENT_ERRORS.mediaTooLarge.message : null
}
