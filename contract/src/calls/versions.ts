import { Type } from 'typebox'
import { CommentVersion, PostVersion } from '../entities/entities.ts'
import { Id, PageQuery, PostId, page } from '../entities/fields.ts'
import { VERSIONS_PAGE } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'

/** What posts and comments said before they were edited. */

const endpoint = endpoints({ noun: 'versions', access: 'anyone' })

const query = Type.Object({
  cursor: PageQuery.properties.cursor,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: VERSIONS_PAGE,
      default: VERSIONS_PAGE,
      description: 'Maximum number of versions of the page',
    }),
  ),
})

export const listPostVersions = endpoint('GET /api/posts/:postId/versions', {
  summary: 'The versions of a post, newest first, beginning with the present one',
  params: Type.Object({ postId: PostId }),
  query,
  answer: page('versions', PostVersion),
  errors: ['postUnknown', 'cursorInvalid'],
})

export const listCommentVersions = endpoint('GET /api/comments/:commentId/versions', {
  summary: 'The versions of a comment, newest first, beginning with the present one',
  params: Type.Object({ commentId: Id }),
  query,
  answer: page('versions', CommentVersion),
  errors: ['commentUnknown', 'cursorInvalid'],
})

export const listReportedVersions = endpoint('GET /api/moderation/reports/:reportId/versions', {
  summary:
    'The versions of a reported post or comment, newest first, also if it is hidden or for followers; a comment is a post of text alone. Reading what is for followers is logged',
  access: 'moderator',
  params: Type.Object({ reportId: Id }),
  query,
  answer: page('versions', PostVersion),
  errors: ['reportUnknown', 'cursorInvalid'],
})
