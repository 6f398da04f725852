import { t } from '@lingui/core/macro'
import { fullName } from '../../data/members/people.ts'
import type { TapEntry } from '../../data/offline/outbox-entry.ts'
import { usePost } from '../../data/posts/posts.ts'
import { tapKindOf } from '../../data/sending/taps.ts'

/** What a tap is of: a post, a hashtag or a member. */
export function TapSubject({ tap }: { tap: TapEntry }) {
  const subject = tapKindOf(tap)?.about?.(tap)
  if (!subject) return null
  if ('postId' in subject) return <PostExcerpt id={subject.postId} />
  if ('tag' in subject)
    return (
      <p className="wrap-anywhere">
        <bdi>#{subject.tag}</bdi>
      </p>
    )
  return (
    <p className="wrap-anywhere">
      <bdi>{fullName(subject.member)}</bdi> <span className="text-muted">@{subject.member.username}</span>
    </p>
  )
}

/** The text or the warning of the post, if this page has it. */
function PostExcerpt({ id }: { id: string }) {
  const post = usePost(id)
  return (
    <p className="wrap-anywhere line-clamp-2 whitespace-pre-line" dir="auto">
      {post && (post.warning ? t`Warning: ${{ warning: post.warning }}` : post.content || t`A post without text`)}
    </p>
  )
}
