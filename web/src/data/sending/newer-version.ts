import type { CommentVersion, OutboxWrite, PostBody, PostVersion } from '../offline/outbox-entry.ts'
import { readCommentVersion, readPostVersion } from './present.ts'
import { isSameVersion, versionOf } from './versions.ts'

/**
 * The present version of what an edit changes, if somebody else has written it; null for one of the member's own.
 * @param tried what was sent before and may have arrived
 */
export async function findNewerVersion(
  write: OutboxWrite,
  tried: readonly unknown[] = [],
): Promise<PostVersion | CommentVersion | null> {
  if (write.kind === 'editPost') {
    const present = await readPostVersion(write.target)
    const own = [write.body, ...(tried as readonly PostBody[])]
    return own.some((body) => isSameVersion(versionOf(body), present)) ? null : present
  }
  if (write.kind !== 'editComment') return null
  const present = await readCommentVersion(write.body.postId, write.target)
  const own = [write.body, ...(tried as readonly CommentVersion[])]
  return own.some(({ text }) => text === present.text) ? null : present
}
