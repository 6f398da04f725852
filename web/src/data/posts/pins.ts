import { call, MINIMAL } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { repeatReads } from '../cache/read-again.ts'
import { dropPin, putPinnedPost } from '../members/members.ts'
import { dropPost } from './drop-post.ts'
import type { LivePost } from './posts.ts'

/** Pins an own post in place of the one that was pinned before. Succeeds if it is pinned already. */
export async function pinPost({ _id, username }: LivePost): Promise<void> {
  const write = call('POST /api/posts/pin/:postId', inputOf(_id))
  await write.catch((error) => acceptRefusal(error, 'postAlreadyPinned', _id))
  putPinnedPost(username, _id)
  refetchProfile(username)
}

/** Succeeds if the post is not pinned any more. */
export async function unpinPost({ _id, username }: LivePost): Promise<void> {
  const write = call('POST /api/posts/unpin/:postId', inputOf(_id))
  await write.catch((error) => acceptRefusal(error, 'postNotPinned', _id))
  dropPin(username, _id)
  refetchProfile(username)
}

function inputOf(postId: string) {
  return { params: { postId }, query: { embed: 0 }, headers: MINIMAL }
}

function acceptRefusal(error: unknown, accepted: 'postAlreadyPinned' | 'postNotPinned', id: string): void {
  if (isRefusal(error, accepted)) return
  if (isRefusal(error, 'postUnknown')) dropPost(id)
  throw error
}

/** A profile that is being fetched may arrive as it was before the write. */
function refetchProfile(username: string): void {
  repeatReads(queryKeys.profile(username))
}

/** The keys of a member's posts with the pinned one first, which is not repeated further down. */
export function withPinFirst(keys: readonly string[], pinned: string | null): readonly string[] {
  return pinned === null ? keys : [pinned, ...keys.filter((key) => key !== pinned)]
}
