import type { Events, PostState } from '@quack/contract'
import { getSession } from '../api/session.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { isLikeUnderWay } from '../likes.ts'
import { putFollowersCount, putPinnedPost } from '../members.ts'
import { addNews, dropNews } from '../news.ts'
import { readFeed } from '../post-lists.ts'
import { dropPost } from '../post-writes.ts'
import { getPost, isPostGone, patchPost, refreshPost } from '../posts.ts'
import { reloadSeen } from '../safety/reload-seen.ts'

/** The last version of whom the viewer does not see; null before the first stream. */
let knownRelations: string | null = null
/** The last version of the viewer's own requests to follow; null before the first stream. */
let knownRequests: string | null = null

/** The last known versions of the comments of posts; 0 for all others. */
const commentsVersions = new Map<string, number>()

/** Applies each kind of event to the cached data. */
export const applyEvent: { [Name in keyof Events]: (data: Events[Name]) => void } = {
  posts: ({ ids }) => addNews(ids),
  post: applyPostState,
  delete({ _id }) {
    dropNews(_id)
    if (!isPostGone(_id)) dropPost(_id)
  },
  follower({ followersCount }) {
    const viewer = getSession()
    if (viewer) putFollowersCount(viewer.username, followersCount)
  },
  requests({ own }) {
    const isChange = knownRequests !== null && knownRequests !== own
    knownRequests = own
    if (isChange) reloadSeen()
  },
  pin({ pinnedPost }) {
    const viewer = getSession()
    if (viewer) putPinnedPost(viewer.username, pinnedPost)
  },
  relations({ version }) {
    const isChange = knownRelations !== null && knownRelations !== version
    knownRelations = version
    if (isChange) reloadSeen()
  },
  // The server resends the state of watched posts. Posts written meanwhile have to be fetched.
  resync: () =>
    void readFeed('latest').then(
      ({ keys }) => addNews(keys),
      () => undefined,
    ),
  // The session has ended. The next request will find that out and report it.
  ended: () => undefined,
}

function applyPostState({ _id, likes, commentCount, commentsVersion, updatedAt, hidden, edited }: PostState): void {
  // It was hidden, and is visible again: its author has unblocked the viewer.
  if (isPostGone(_id)) {
    reloadSeen()
    return
  }
  takeCommentsVersion(_id, commentsVersion ?? 0)
  const known = getPost(_id)
  // The response to the pending like will include this change.
  if (!known || isLikeUnderWay(_id)) return
  if (!edited && known.updatedAt !== updatedAt) {
    void refreshPost(_id)
    return
  }
  patchPost(_id, (post) => ({ ...post, ...edited, likes, commentCount, updatedAt, hidden }))
}

/** Fetches the comments of a post again, if they are loaded and one was hidden or shown. */
function takeCommentsVersion(postId: string, version: number): void {
  if ((commentsVersions.get(postId) ?? 0) === version) return
  commentsVersions.set(postId, version)
  void queryClient.invalidateQueries({ queryKey: queryKeys.comments(postId) })
}
