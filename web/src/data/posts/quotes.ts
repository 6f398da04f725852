import { call } from '../api/api.ts'
import { postLists } from '../cache/query-keys.ts'
import { type KeyList, useKeyList } from '../cache/use-key-list.ts'
import { pageQuery, takePosts } from './post-lists.ts'
import { patchPost, putPost } from './posts.ts'

/** The posts that quote a post, newest first. @param postId its `_id` or public id */
export function useQuotes(postId: string): KeyList {
  return useKeyList({
    queryKey: postLists.quotes(postId),
    restoresOnBack: true,
    staleTime: 0,
    async fetchPage(cursor, signal) {
      const input = { params: { postId }, query: pageQuery(cursor) }
      return takePosts(await call('GET /api/posts/:postId/quotes', input, { signal }))
    },
  })
}

/** Takes an own post out of one that quotes it, for good. */
export async function withdrawQuote(postId: string, quoteId: string): Promise<void> {
  const input = { params: { postId, quoteId }, query: { embed: 0 } } as const
  const { post } = await call('DELETE /api/posts/:postId/quotes/:quoteId', input)
  patchPost(quoteId, (quoting) => ({ ...quoting, quote: {} }))
  putPost(post)
}
