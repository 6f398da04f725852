import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Lock } from 'lucide-react'
import type { ClosedToViewer } from '../../data/members/members.ts'
import { translate } from '../../locale/messages.ts'

const TEXTS: Readonly<Record<ClosedToViewer, MessageDescriptor>> = {
  private: msg`This account is private. Follow to ask for access to posts.`,
  requested: msg`This account is private. You see posts as soon as your request is accepted.`,
  limited: msg`Only followers can see these posts.`,
}

/** Instead of posts and members that only followers see. */
export function ClosedNote({ closure }: { closure: ClosedToViewer }) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-surface text-muted">
        <Lock size={26} aria-hidden="true" />
      </span>
      <p className="max-w-80 text-balance text-muted">{translate(TEXTS[closure])}</p>
    </div>
  )
}
