import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { TargetKind } from '../../data/moderation/reports.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { OptionsButton } from '../../ui/popup/lazy-popup.tsx'
import type { CommentHiding } from './hide-comment-item.tsx'

interface SafetyMenuProps {
  /** What it is the menu of. */
  kind: TargetKind
  id: string
  /** Its author, or the member. */
  username: string
  /** If it is the menu of a post. */
  post?: LivePost
  /** Of a comment on the viewer's own post. */
  hiding?: CommentHiding | undefined
}

const LABELS = { member: 'Profile options', post: 'Post options', comment: 'Comment options' } as const

/** The menu of another member, or of what another member wrote. */
export function SafetyMenu({ kind, ...props }: SafetyMenuProps) {
  const popup = useOnDemand(() => import('./safety-menu-popup.tsx'))
  return (
    <OptionsButton label={LABELS[kind]} popup={popup}>
      {({ SafetyMenuPopup }, trigger) => <SafetyMenuPopup trigger={trigger} kind={kind} {...props} />}
    </OptionsButton>
  )
}
