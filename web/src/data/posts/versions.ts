import type { PostVersion } from '@quack/contract'
import { call } from '../api/api.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { type PageRequest, usePages } from '../cache/use-pages.ts'

/** Whose versions are read: by the ids of a post, a comment, or of a report about either, as a moderator. */
export interface VersionsOf {
  readonly kind: 'post' | 'comment' | 'report'
  readonly id: string
}

/** What a post or comment has said. */
export type Version = Omit<PostVersion, 'mediaUrl' | 'type' | 'alt' | 'media'> &
  Partial<Pick<PostVersion, 'mediaUrl' | 'type' | 'alt' | 'media'>>

async function fetchPage({ kind, id }: VersionsOf, query: PageRequest, signal: AbortSignal) {
  switch (kind) {
    case 'post':
      return call('GET /api/posts/:postId/versions', { params: { postId: id }, query }, { signal })
    case 'comment': {
      const page = await call('GET /api/comments/:commentId/versions', { params: { commentId: id }, query }, { signal })
      return { ...page, versions: page.versions.map(({ text: content, ...version }) => ({ ...version, content })) }
    }
    case 'report':
      return call('GET /api/moderation/reports/:reportId/versions', { params: { reportId: id }, query }, { signal })
  }
}

/** The versions of a post or comment, the newest first. */
export function useVersions(of: VersionsOf) {
  return usePages<Version>(queryKeys.versions(of.kind, of.id), async (query, signal) => {
    const { versions, nextCursor } = await fetchPage(of, query, signal)
    return { entries: versions, nextCursor }
  })
}
