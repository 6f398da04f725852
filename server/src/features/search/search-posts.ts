import type { Post, SearchOrder } from '@quack/contract'
import { parseSearch } from '@quack/contract/search/search-query'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../http/errors.ts'
import type { Hydration } from '../../http/list-query.ts'
import type { PageOfSearch } from './searched-words.ts'

interface FoundPosts {
  readonly posts: Post[]
  readonly nextCursor: string | null
  readonly isPartial: boolean
  readonly indexedFrom: string | null
}

export async function searchPosts(
  _db: Database,
  { q }: PageOfSearch & { readonly order?: SearchOrder },
  _hydration: Hydration,
): Promise<FoundPosts> {
  const { problem } = parseSearch(q)
  if (problem) throw new AppError(problem)
  return { posts: [], nextCursor: null, isPartial: false, indexedFrom: null }
}
