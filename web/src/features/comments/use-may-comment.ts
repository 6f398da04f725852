import { useMember } from '../../data/members/members.ts'
import { isViewer } from '../../data/members/people.ts'
import type { LivePost } from '../../data/posts/posts.ts'

/**
 * Whether the viewer may comment on a post, as far as the client knows: the server decides. False while it is unknown
 * whether the author follows the viewer, true if that cannot be read.
 */
export function useMayComment({ username, mentions = [], whoMayComment }: LivePost): boolean {
  const isOwn = isViewer(username)
  const author = useMember(whoMayComment === 'followed' && !isOwn ? username : '')
  if (isOwn || whoMayComment === undefined || whoMayComment === 'everyone') return true
  if (whoMayComment === 'followed') return author.data?.viewer?.followedBy ?? author.isError
  return whoMayComment === 'mentioned' && mentions.some(isViewer)
}
