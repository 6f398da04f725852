import { PostsAnswer } from '../entities/entities.ts'
import { EmbedQuery, PreferHeaders } from '../entities/fields.ts'

/** A write whose answer has posts: the newest page, or the changed post alone. */
export const postWrite = {
  access: 'member',
  rate: 'write',
  query: EmbedQuery,
  headers: PreferHeaders,
  success: 201,
  answer: PostsAnswer,
} as const
