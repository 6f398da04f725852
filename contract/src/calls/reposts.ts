import { Type } from 'typebox'
import { Member, Post, WhoMayQuote, WhoMayRepost } from '../entities/entities.ts'
import { countedPage, EmbedQuery, PageQuery, PostId } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'
import { Person } from './follows.ts'
import { memberWrite } from './shared.ts'

const endpoint = endpoints({ noun: 'reposts' })

const repost = {
  access: 'member',
  params: Type.Object({ postId: PostId }),
  query: EmbedQuery,
  answer: Type.Object({ post: Post }),
} as const

export const putRepost = endpoint('PUT /api/posts/:postId/repost', {
  ...repost,
  summary:
    "Repost a post of somebody else that everyone sees, for the home feeds of the viewer's followers; nothing happens if it was done before",
  errors: ['postUnknown', 'repostOwn', 'repostForbidden'],
})

export const deleteRepost = endpoint('DELETE /api/posts/:postId/repost', {
  ...repost,
  summary: 'Take back the repost of a post; nothing happens if there is none',
  errors: ['postUnknown'],
})

export const listReposts = endpoint('GET /api/posts/:postId/reposts', {
  summary: 'Who has reposted a post, newest first',
  access: 'anyone',
  params: Type.Object({ postId: PostId }),
  query: PageQuery,
  answer: countedPage('reposts', Person),
  errors: ['postUnknown', 'cursorInvalid'],
})

export const hideReposts = endpoint('PUT /api/users/:id/hidden-reposts', {
  ...memberWrite,
  summary:
    'Leave the reposts of the member with this `_id`, whom the viewer follows, out of the home feed, until the follow ends; answers that member',
  errors: ['memberUnknown', 'notFollowing'],
})

export const showReposts = endpoint('DELETE /api/users/:id/hidden-reposts', {
  ...memberWrite,
  summary: 'Take that back; nothing happens if the reposts are not hidden; answers that member',
  errors: ['memberUnknown'],
})

export const setWhoMayRepost = endpoint('POST /api/account/reposts', {
  summary:
    "Who may repost and quote the viewer's new posts, unless a post says otherwise: `whoMayRepost` and `whoMayQuote` of the own record; what is not sent stays",
  access: 'member',
  query: EmbedQuery,
  body: Type.Object({ whoMayRepost: Type.Optional(WhoMayRepost), whoMayQuote: Type.Optional(WhoMayQuote) }),
  answer: Type.Object({ user: Member }),
  errors: ['guestFixed'],
})
