import { call } from './api/api.ts'
import { isRefusal } from './api/api-errors.ts'
import { reportFailure } from './api/error-notifications.ts'
import { dropFromLists, prependToLists } from './cache/key-pages.ts'
import { postLists } from './cache/query-keys.ts'
import { invalidate } from './cache/read-again.ts'
import { createToggleQueue } from './cache/toggle-queue.ts'
import { dropPost } from './drop-post.ts'
import { getPost, type LivePost, patchPost, postOverlays } from './posts.ts'

export function withBookmark(post: LivePost, bookmarked: boolean): LivePost {
  if (post.viewer.bookmarked === bookmarked) return post
  return { ...post, viewer: { ...post.viewer, bookmarked } }
}

const queue = createToggleQueue<string, boolean>({
  kind: 'bookmark',
  keyOf: (id) => id,
  show(id, bookmarked) {
    patchPost(id, (post) => withBookmark(post, bookmarked))
    if (bookmarked) prependToLists(postLists.bookmarks, id)
    else dropFromLists(postLists.bookmarks, id)
  },
  async send(id, bookmarked) {
    const input = { params: { id }, query: { limit: 1 } }
    if (bookmarked) await call('POST /api/users/bookmark/:id', input)
    else await call('POST /api/users/remove-bookmark/:id', input)
  },
  isAlready: (error, bookmarked) => isRefusal(error, bookmarked ? 'postAlreadyBookmarked' : 'postNotBookmarked'),
  onRefused(error, id) {
    if (isRefusal(error, 'postUnknown')) dropPost(id)
    // The restored bookmark is at the top of the list. Only the server knows its former position.
    else void invalidate({ queryKey: postLists.bookmarks })
    reportFailure(error)
  },
})

postOverlays.add((post) => {
  const want = queue.intent(post._id)
  return want === undefined ? post : withBookmark(post, want)
})

/** Adds or removes the viewer's bookmark of a post. */
export function toggleBookmark(id: string): void {
  const post = getPost(id)
  if (post) void queue.set(id, post.viewer.bookmarked, !post.viewer.bookmarked)
}
