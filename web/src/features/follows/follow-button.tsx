import { t } from '@lingui/core/macro'
import type { MemberSummary } from '@quack/contract'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useFollow } from '../../data/follows/follows.ts'
import { fullName, isViewer } from '../../data/members/people.ts'
import type { FollowState } from '../../data/offline/outbox-entry.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'

interface FollowButtonProps {
  member: MemberSummary
  size?: 'small' | 'medium'
}

/**
 * Toggles between Follow and Following, or Requested for a private member. To unfollow one needs a confirmation,
 * because a follow would have to be accepted again. Renders nothing for the viewer themselves.
 */
export function FollowButton({ member, size = 'small' }: FollowButtonProps) {
  const { state, isPrivate, setFollowing } = useFollow(member)
  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  if (isViewer(member.username)) return null
  const { username } = member
  const needsConfirmation = isPrivate && state === 'following'
  return (
    <>
      <Button
        size={size}
        variant={state === 'none' ? 'primary' : 'secondary'}
        // A description, not a label: the accessible name must be the visible text.
        aria-description={fullName(member)}
        className={cx('shrink-0', size === 'small' ? 'min-w-22 px-3' : 'min-w-26')}
        onPointerEnter={needsConfirmation ? confirm.prepare : undefined}
        onClick={needsConfirmation ? confirm.open : () => setFollowing(state === 'none')}
      >
        {labelOf(state)}
      </Button>
      {confirm.module && (
        <confirm.module.ConfirmDialog
          {...confirm.props}
          title={t`Unfollow @${username}?`}
          text={t`This account is private. You will have to ask again to see its posts.`}
          action={t`Unfollow`}
          onConfirm={async () => {
            setFollowing(false)
            return true
          }}
        />
      )}
    </>
  )
}

function labelOf(state: FollowState): string {
  if (state === 'none') return t({ message: 'Follow', context: 'verb' })
  return state === 'requested'
    ? t({ message: 'Requested', context: 'state of a follow button' })
    : t({ message: 'Following', context: 'state of a follow button' })
}
