import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { TargetKind } from '../../data/moderation/reports.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { translate } from '../../locale/messages.ts'
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

const LABELS: Readonly<Record<TargetKind, MessageDescriptor>> = {
  member: msg`Profile options`,
  post: msg`Post options`,
  comment: msg`Comment options`,
}

/** The menu of another member, or of what another member wrote. */
export function SafetyMenu({ kind, ...props }: SafetyMenuProps) {
  const popup = useOnDemand(() => import('./safety-menu-popup.tsx'))
  return (
    <OptionsButton label={translate(LABELS[kind])} popup={popup}>
      {({ SafetyMenuPopup }, trigger) => <SafetyMenuPopup trigger={trigger} kind={kind} {...props} />}
    </OptionsButton>
  )
}
