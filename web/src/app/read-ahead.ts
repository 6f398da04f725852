import { matchPath } from 'react-router'
import { getSession } from '../data/api/session.ts'
import { readKeyListAhead } from '../data/cache/use-key-list.ts'
import { readCommentsAhead } from '../data/comments/comments.ts'
import { feedList } from '../data/feed/feed.ts'
import { readMemberAhead } from '../data/members/members.ts'
import { exploreList, postPageList } from '../data/posts/post-lists.ts'
import { paths, patterns } from '../paths.ts'

/**
 * Puts the responses to the reads of start/begin-reads.ts into the query cache. Those that have arrived are part of the
 * first render: no skeleton is shown, and the posts are laid out once.
 */
export function readAhead(pathname: string): void {
  const session = getSession()
  if (!globalThis.headStart || !session) return
  const { postId, commentId }: { postId?: string | undefined; commentId?: string | undefined } =
    (matchPath(patterns.branch, pathname) ?? matchPath(patterns.post, pathname))?.params ?? {}
  if (pathname === paths.home) void readKeyListAhead(feedList('latest'))
  else if (pathname === paths.explore) void readKeyListAhead(exploreList)
  else if (postId !== undefined) void readPostAhead(postId, commentId)
  if (pathname !== paths.explore) readMemberAhead(session.username)
}

async function readPostAhead(postId: string, commentId: string | undefined): Promise<void> {
  const [id] = await readKeyListAhead(postPageList(postId))
  if (id !== undefined) readCommentsAhead(id, commentId)
}
