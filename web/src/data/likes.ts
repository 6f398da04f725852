import { call, MINIMAL } from './api/api.ts'
import { isRefusal } from './api/api-errors.ts'
import { reportFailure } from './api/error-notifications.ts'
import { queryClient } from './cache/query-client.ts'
import { peopleLists } from './cache/query-keys.ts'
import { createToggleQueue } from './cache/toggle-queue.ts'
import { dropPost } from './drop-post.ts'
import { getPost, type LivePost, patchPost, postOverlays, putPost, refreshPost } from './posts.ts'

/** Undoing a like is the API's dislike call: it lowers the count and adds the viewer to dislikedBy. */
export function withLike(post: LivePost, liked: boolean): LivePost {
  if (post.viewer.liked === liked) return post
  const step = liked ? 1 : -1
  return {
    ...post,
    likes: {
      likeCount: Math.max(0, post.likes.likeCount + step),
      likedByCount: Math.max(0, post.likes.likedByCount + step),
    },
    viewer: { ...post.viewer, liked, disliked: !liked },
  }
}

const queue = createToggleQueue<string, boolean>({
  kind: 'like',
  keyOf: (id) => id,
  show: (id, liked) => patchPost(id, (post) => withLike(post, liked)),
  async send(id, liked) {
    const input = { params: { postId: id }, query: { embed: 0 }, headers: MINIMAL }
    const { post } = liked
      ? await call('POST /api/posts/like/:postId', input)
      : await call('POST /api/posts/dislike/:postId', input)
    if (post) putPost(post)
    void queryClient.invalidateQueries({ queryKey: peopleLists.likers(id), refetchType: 'none' })
  },
  isAlready: (error, liked) => isRefusal(error, liked ? 'postAlreadyLiked' : 'postAlreadyDisliked'),
  onRefused(error, id) {
    if (isRefusal(error, 'postUnknown')) dropPost(id)
    else void refreshPost(id)
    reportFailure(error)
  },
})

postOverlays.add((post) => {
  const want = queue.intent(post._id)
  return want === undefined ? post : withLike(post, want)
})

/** Whether a like is being sent, or waits to be. Counts that the server tells meanwhile may not include it. */
export const isLikePending = queue.isPending

/** Adds or removes the viewer's like of a post. */
export function toggleLike(id: string): void {
  const post = getPost(id)
  if (post) void queue.set(id, post.viewer.liked, !post.viewer.liked)
}
