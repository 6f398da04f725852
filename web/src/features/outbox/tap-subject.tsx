import { fullName } from '../../data/members/people.ts'
import type { TapEntry } from '../../data/offline/outbox-entry.ts'
import { usePost } from '../../data/posts/posts.ts'

/** What a like, bookmark, follow or vote is of. */
export function TapSubject({ tap }: { tap: TapEntry }) {
  switch (tap.kind) {
    case 'follow':
      return (
        <p className="wrap-anywhere">
          <bdi>{fullName(tap.subject)}</bdi> <span className="text-muted">@{tap.subject.username}</span>
        </p>
      )
    case 'followTag':
      return (
        <p className="wrap-anywhere">
          <bdi>#{tap.subject.name}</bdi>
        </p>
      )
    case 'setting':
      return null
    case 'vote':
      return <PostExcerpt id={tap.subject.postId} />
    default:
      return <PostExcerpt id={tap.target} />
  }
}

/** The text of the post, if this device has it. */
function PostExcerpt({ id }: { id: string }) {
  const post = usePost(id)
  return (
    <p className="wrap-anywhere line-clamp-2 whitespace-pre-line" dir="auto">
      {post && (post.content || 'A post without text')}
    </p>
  )
}
