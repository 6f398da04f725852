import type { Events, PostState } from '@quack/contract'
import { isLikeUnderWay } from '../likes.ts'
import { putFollowersCount } from '../members.ts'
import { addNews, dropNews } from '../news.ts'
import { readFeed } from '../post-lists.ts'
import { dropPost } from '../post-writes.ts'
import { getPost, isPostGone, patchPost, refreshPost } from '../posts.ts'
import { getSession } from '../session.ts'

/** Puts what a stream tells where screens look for it. */
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
  // Posts on the screen are told of anew in any case; what was written meanwhile is news.
  resync: () =>
    void readFeed('latest').then(
      ({ keys }) => addNews(keys),
      () => undefined,
    ),
  // The next thing that the person does finds out and says so.
  ended: () => undefined,
}

function applyPostState({ _id, likes, commentCount, updatedAt, edited }: PostState): void {
  const known = getPost(_id)
  // The answer to a tap will say the same, and knows of it.
  if (!known || isLikeUnderWay(_id)) return
  if (!edited && known.updatedAt !== updatedAt) {
    void refreshPost(_id)
    return
  }
  patchPost(_id, (post) => ({ ...post, ...edited, likes, commentCount, updatedAt }))
}
