import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { EntityPageQuery, Id, NextCursor, PageQuery, PostId, page } from '../entities/fields.ts'
import { endpoint } from './endpoint.ts'

const BookmarkIds = Type.Object({
  bookmarks: Type.Array(Id, { description: "`_id`s of the viewer's bookmarked posts, newest bookmark first" }),
  nextCursor: NextCursor,
})

export const listBookmarkIds = endpoint({
  method: 'GET',
  path: '/api/users/bookmark',
  noun: 'bookmarks',
  summary: "The ids of the viewer's bookmarked posts, newest bookmark first",
  access: 'member',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: BookmarkIds,
  errors: ['cursorInvalid'],
})

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/bookmarks',
  noun: 'bookmarks',
  summary: "The viewer's bookmarked posts, newest bookmark first",
  access: 'member',
  rate: 'read',
  query: EntityPageQuery,
  success: 200,
  answer: page('posts', Post),
  errors: ['cursorInvalid'],
})

const write = {
  method: 'POST',
  noun: 'bookmarks',
  access: 'member',
  rate: 'write',
  params: Type.Object({ id: PostId }),
  // No cursor: an invalid cursor must not make a write fail.
  query: Type.Object({ limit: PageQuery.properties.limit }),
  success: 200,
  answer: BookmarkIds,
} as const

export const addBookmark = endpoint({
  ...write,
  path: '/api/users/bookmark/:id',
  summary: 'Bookmark a post',
  errors: ['postUnknown', 'postAlreadyBookmarked'],
})

export const removeBookmark = endpoint({
  ...write,
  path: '/api/users/remove-bookmark/:id',
  summary: 'Remove a bookmark',
  errors: ['postUnknown', 'postNotBookmarked'],
})

const bookmark = {
  path: '/api/posts/:postId/bookmark',
  noun: 'bookmarks',
  access: 'member',
  rate: 'write',
  params: Type.Object({ postId: PostId }),
  success: 200,
  answer: Type.Object({ bookmarked: Type.Boolean() }),
  errors: ['postUnknown'],
} as const

export const putBookmark = endpoint({
  ...bookmark,
  method: 'PUT',
  summary: 'Bookmark a post; nothing happens if it is bookmarked',
})

export const deleteBookmark = endpoint({
  ...bookmark,
  method: 'DELETE',
  summary: 'Remove the bookmark of a post; nothing happens if it is not bookmarked',
})
