import { Ellipsis } from 'lucide-react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { TargetKind } from '../../data/moderation/reports.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'
import type { CommentHiding } from './hide-comment-item.tsx'

interface SafetyMenuProps {
  /** What it is the menu of. */
  kind: TargetKind
  id: string
  /** Its author, or the member. */
  username: string
  /** Of a comment on the viewer's own post. */
  hiding?: CommentHiding | undefined
}

const LABELS = { member: 'Profile options', post: 'Post options', comment: 'Comment options' } as const

/** The menu of another member, or of what another member wrote. */
export function SafetyMenu({ kind, id, username, hiding }: SafetyMenuProps) {
  const popup = useOnDemand(() => import('./safety-menu-popup.tsx'))
  const button = (
    <IconButton label={LABELS[kind]}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ SafetyMenuPopup }, trigger) => (
        <SafetyMenuPopup trigger={trigger} kind={kind} id={id} username={username} hiding={hiding} />
      )}
    </LazyPopup>
  )
}
