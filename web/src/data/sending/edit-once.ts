import { isRefusal } from '../api/api-errors.ts'
import type { CommentVersion, PostVersion } from '../offline/outbox-entry.ts'
import { ConflictError } from '../outbox/sender.ts'
import { isSameVersion } from './versions.ts'

interface EditOnce<Version, Answer> {
  basedOn: Version
  /** What was sent before and may have arrived. */
  tried: readonly Version[]
  send: (basedOn: Version) => Promise<Answer>
  /** The present version. */
  read: () => Promise<Version>
}

/**
 * Sends an edit. If the present version is another than the edit is based on, but one of this member's own earlier
 * attempts, the edit is based on that.
 * @throws ConflictError if somebody has edited it on another device
 */
export async function editOnce<Version extends PostVersion | CommentVersion, Answer>(
  edit: EditOnce<Version, Answer>,
): Promise<Answer> {
  try {
    return await edit.send(edit.basedOn)
  } catch (error) {
    if (!isRefusal(error, 'editConflict')) throw error
  }
  const present = await edit.read()
  if (!edit.tried.some((own) => isSameVersion(own, present))) throw new ConflictError(present)
  try {
    return await edit.send(present)
  } catch (error) {
    if (isRefusal(error, 'editConflict')) throw new ConflictError(await edit.read())
    throw error
  }
}
