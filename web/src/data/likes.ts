import { call, MINIMAL } from './api.ts'
import { isRefusal } from './api-errors.ts'
import { reportFailure } from './error-notifications.ts'
import { dropPost } from './post-writes.ts'
import { addPostOverlay, getPost, type LivePost, patchPost, putPost, refreshPost } from './posts.ts'
import { queryClient } from './query-client.ts'
import { createToggleQueue } from './toggle-queue.ts'

/** A like adds one and leaves dislikedBy; taking it back is the dislike call, which takes one and joins it. */
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
  keyOf: (id) => id,
  show: (id, liked) => patchPost(id, (post) => withLike(post, liked)),
  async send(id, liked) {
    const input = { params: { postId: id }, query: { embed: 0 }, headers: MINIMAL }
    const { post } = liked
      ? await call('POST /api/posts/like/:postId', input)
      : await call('POST /api/posts/dislike/:postId', input)
    if (post) putPost(post)
    void queryClient.invalidateQueries({ queryKey: ['people', 'likes', id], refetchType: 'none' })
  },
  isAlready: (error, liked) => isRefusal(error, liked ? 'postAlreadyLiked' : 'postAlreadyDisliked'),
  onRefused(error, id) {
    if (isRefusal(error, 'postUnknown')) dropPost(id)
    else void refreshPost(id)
    reportFailure(error)
  },
})

addPostOverlay((post) => {
  const want = queue.intent(post._id)
  return want === undefined ? post : withLike(post, want)
})

/** Whether a tap is on its way to the server: until it is there, what others say of the post does not know of it. */
export function isLikeUnderWay(id: string): boolean {
  return queue.intent(id) !== undefined
}

/** Likes a post, or takes the like back. */
export function toggleLike(id: string): void {
  const post = getPost(id)
  if (post) void queue.set(id, post.viewer.liked, !post.viewer.liked)
}
