import type { MemberSummary } from '@quack/contract'
import { useFollow } from '../../data/follows.ts'
import { fullName, isViewer } from '../../data/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'

interface FollowButtonProps {
  member: MemberSummary
  size?: 'small' | 'medium'
}

/** Toggles between Follow and Following. Renders nothing for the viewer themselves. */
export function FollowButton({ member, size = 'small' }: FollowButtonProps) {
  const { following, setFollowing } = useFollow(member)
  if (isViewer(member.username)) return null
  return (
    <Button
      size={size}
      variant={following ? 'secondary' : 'primary'}
      // A description, not a label: the accessible name must be the visible text.
      aria-description={fullName(member)}
      className={cx('shrink-0', size === 'small' ? 'min-w-22 px-3' : 'min-w-26')}
      onClick={() => setFollowing(!following)}
    >
      {following ? 'Following' : 'Follow'}
    </Button>
  )
}
