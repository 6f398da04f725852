import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** Whether the viewer has muted the notifications of a post. Undefined until that is known. */
export function useIsPostMuted(postId: string, isNeeded: boolean): boolean | undefined {
  return useQuery({
    queryKey: queryKeys.postMute(postId),
    queryFn: async ({ signal }) =>
      (await call('GET /api/posts/:postId/mute', { params: { postId } }, { signal })).muted,
    enabled: isNeeded,
    staleTime: 0,
  }).data
}

export async function setPostMuted(postId: string, isMuted: boolean): Promise<void> {
  const input = { params: { postId } }
  const { muted } = isMuted
    ? await call('POST /api/posts/mute/:postId', input)
    : await call('POST /api/posts/unmute/:postId', input)
  queryClient.setQueryData(queryKeys.postMute(postId), muted)
}
