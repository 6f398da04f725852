import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { Id, NextCursor, PageQuery, PostId } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'bookmarks', access: 'member' })

const BookmarkIds = Type.Object({
  bookmarks: Type.Array(Id, { description: "`_id`s of the viewer's bookmarked posts, newest bookmark first" }),
  nextCursor: NextCursor,
})

export const listBookmarkIds = endpoint('GET /api/users/bookmark', {
  summary: "The ids of the viewer's bookmarked posts, newest bookmark first",
  query: PageQuery,
  answer: BookmarkIds,
  errors: ['cursorInvalid'],
})

export const listBookmarks = endpoint('GET /api/bookmarks', {
  summary: "The viewer's bookmarked posts, newest bookmark first",
  ...entityPageOf('posts', Post),
})

const write = {
  params: Type.Object({ id: PostId }),
  // No cursor: an invalid cursor must not make a write fail.
  query: Type.Object({ limit: PageQuery.properties.limit }),
  answer: BookmarkIds,
} as const

export const addBookmark = endpoint('POST /api/users/bookmark/:id', {
  ...write,
  summary: 'Bookmark a post',
  errors: ['postUnknown', 'postAlreadyBookmarked'],
})

export const removeBookmark = endpoint('POST /api/users/remove-bookmark/:id', {
  ...write,
  summary: 'Remove a bookmark',
  errors: ['postUnknown', 'postNotBookmarked'],
})

const bookmark = {
  params: Type.Object({ postId: PostId }),
  answer: Type.Object({ bookmarked: Type.Boolean() }),
  errors: ['postUnknown'],
} as const

export const putBookmark = endpoint('PUT /api/posts/:postId/bookmark', {
  ...bookmark,
  summary: 'Bookmark a post; nothing happens if it is bookmarked',
})

export const deleteBookmark = endpoint('DELETE /api/posts/:postId/bookmark', {
  ...bookmark,
  summary: 'Remove the bookmark of a post; nothing happens if it is not bookmarked',
})
