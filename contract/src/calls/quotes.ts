import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { EmbedQuery, EntityPageQuery, PostId, page } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'

const endpoint = endpoints({ noun: 'quotes' })

export const listQuotes = endpoint('GET /api/posts/:postId/quotes', {
  summary: 'The posts that quote a post, newest first',
  access: 'anyone',
  params: Type.Object({ postId: PostId }),
  query: EntityPageQuery,
  answer: page('posts', Post),
  errors: ['postUnknown', 'cursorInvalid'],
})

export const withdrawQuote = endpoint('DELETE /api/posts/:postId/quotes/:quoteId', {
  summary:
    'Withdraw an own post from one that quotes it, which stays without it, for good; nothing happens if it does not quote it; answers the own post',
  access: 'member',
  params: Type.Object({
    postId: PostId,
    quoteId: Type.String({ minLength: 1, description: 'The `_id` or public id of the post that quotes it' }),
  }),
  query: EmbedQuery,
  answer: Type.Object({ post: Post }),
  errors: ['postUnknown', 'quoteNotOwn'],
})
