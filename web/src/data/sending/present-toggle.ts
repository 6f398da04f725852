import { call } from '../api/api.ts'
import type { KeptToggle } from '../cache/toggle-queue.ts'
import { putPost } from '../posts.ts'

/**
 * Whether the server already has the desired state, asked only where sending it again would do more than nothing: an unlike
 * of a post that is not liked is noted as a dislike.
 */
export async function isAsWanted({ kind, key, value }: KeptToggle): Promise<boolean> {
  if (kind !== 'like' || value === true) return false
  const { post } = await call('GET /api/posts/:postId', { params: { postId: key }, query: { embed: 0 } })
  if (post.viewer?.liked) return false
  putPost(post)
  return true
}
