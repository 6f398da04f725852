import type { MemberSummary } from '@quack/contract'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import type { KeptToggle } from '../../data/cache/toggle-queue.ts'
import { fullName } from '../../data/people.ts'
import { usePost } from '../../data/posts.ts'
import { canUndo, undoToggle } from '../../data/sending/toggles.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusMain } from '../../ui/main-region.ts'
import { toggleTitle } from './words.ts'

/** A like, bookmark, follow or vote that waits. */
export function ToggleRow({ toggle }: { toggle: KeptToggle }) {
  const [isBusy, setBusy] = useState(false)
  const title = toggleTitle(toggle)
  async function undo() {
    setBusy(true)
    const isDone = await succeeds(() => undoToggle(toggle))
    setBusy(false)
    // The button that had the focus is gone.
    if (isDone) focusMain()
  }
  return (
    <article aria-label={title}>
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-meta text-muted">
        <span className="font-semibold text-body text-ink">{title}</span>
        <span className="inline-flex items-baseline gap-1.5">
          <Clock size={14} className="shrink-0 self-center" aria-hidden="true" />
          Waiting to be sent
        </span>
      </h2>
      <Subject toggle={toggle} />
      <div className="-ms-4 mt-1 flex min-h-10 items-center">
        {canUndo(toggle) && (
          <Button variant="ghost" size="small" loading={isBusy} onClick={() => void undo()}>
            Undo
          </Button>
        )}
      </div>
    </article>
  )
}

function Subject({ toggle: { kind, subject } }: { toggle: KeptToggle }) {
  if (kind === 'follow') {
    const member = subject as MemberSummary
    return (
      <p className="wrap-anywhere">
        <bdi>{fullName(member)}</bdi> <span className="text-muted">@{member.username}</span>
      </p>
    )
  }
  return <PostExcerpt id={kind === 'vote' ? (subject as { postId: string }).postId : String(subject)} />
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
