import { PostsAnswer } from './entities.ts'
import { EmbedQuery, PreferHeaders } from './fields.ts'

/** A write whose answer has posts: the newest page, or the changed post alone. */
export const postWrite = {
  access: 'member',
  rate: 'write',
  query: EmbedQuery,
  headers: PreferHeaders,
  success: 201,
  answer: PostsAnswer,
} as const
