import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { EmbedQuery, PostId } from '../entities/fields.ts'
import { POLL_OPTIONS_MAX } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'

const endpoint = endpoints({ noun: 'polls', access: 'member' })

export const vote = endpoint('PUT /api/posts/:postId/vote', {
  summary: 'Vote in the poll of a post; the same vote again changes nothing; answers the post',
  params: Type.Object({ postId: PostId }),
  query: EmbedQuery,
  body: Type.Object({
    choices: Type.Array(Type.Integer({ minimum: 0, maximum: POLL_OPTIONS_MAX - 1 }), {
      minItems: 1,
      maxItems: POLL_OPTIONS_MAX,
      uniqueItems: true,
      description: 'Options by their place, from 0',
    }),
    version: Type.Integer({ minimum: 1, description: 'Of the poll that the member has seen' }),
  }),
  answer: Type.Object({ post: Post }),
  errors: ['postUnknown', 'pollUnknown', 'pollChoiceInvalid', 'pollEnded', 'pollChanged', 'pollVoted'],
})
