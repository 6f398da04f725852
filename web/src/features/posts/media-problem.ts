import { ERRORS } from '@quack/contract/errors'
import { POST_MEDIA_MAX_BYTES } from '@quack/contract/limits'

/** Why this file cannot go with a post, in the words of the specification, or null if it can. */
export function mediaProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/') && !type.startsWith('video/')) return ERRORS.mediaTypeRefused.message
  return size >= POST_MEDIA_MAX_BYTES ? ERRORS.mediaTooLarge.message : null
}
