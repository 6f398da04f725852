import { plural } from '@lingui/core/macro'
import { PICTURES_MAX, POST_MEDIA_MAX_BYTES } from '@quack/contract/rules/limits'
import { refusalText } from '../../../data/api/api-errors.ts'
import type { Attachment } from '../../../data/drafts/drafts.ts'
import { fileKind } from '../../../data/uploads/upload-options.ts'

/** Why a file cannot be attached to a post, as the specification words it, or null. */
export function mediaProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (fileKind(file) === null) return refusalText('mediaTypeRefused')
  return file.size >= POST_MEDIA_MAX_BYTES ? refusalText('mediaTooLarge') : null
}

/** Why a file cannot be attached beside what is attached already, or null. */
export function placeProblem(
  kind: 'image' | 'video' | null,
  present: readonly Pick<Attachment, 'type'>[],
): string | null {
  if (present.length === 0) return null
  if (kind === 'video' || present[0]?.type === 'video')
    return plural({ max: PICTURES_MAX }, { other: 'A post has up to # pictures, or one video.' })
  return present.length < PICTURES_MAX ? null : plural({ max: PICTURES_MAX }, { other: 'A post has up to # pictures.' })
}
