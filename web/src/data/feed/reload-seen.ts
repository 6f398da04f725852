import { forgetCopies } from '../api/copies.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { forgetGonePosts } from '../posts/posts.ts'
import { clearNews } from './news.ts'

/** Stored with the lists that contain them. Fetching each by itself would be a request per post. */
const ENTITIES: readonly unknown[] = [queryKeys.posts[0], queryKeys.people[0]]

/** The viewer sees other members or posts than before, so what is on the screen is fetched again. */
export function reloadSeen(): void {
  forgetGonePosts()
  clearNews()
  forgetCopies()
  void invalidate({ predicate: ({ queryKey }) => !ENTITIES.includes(queryKey[0]) })
}
