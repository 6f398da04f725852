import type { MemberSummary } from '@quack/contract'
import { useFollow } from '../../data/follows.ts'
import { fullName, isViewer } from '../../data/people.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

interface FollowButtonProps {
  member: MemberSummary
  size?: 'small' | 'medium'
}

/** Follow, or Following, which a click ends. Not there for the viewer themselves. */
export function FollowButton({ member, size = 'small' }: FollowButtonProps) {
  const { following, setFollowing } = useFollow(member)
  if (isViewer(member.username)) return null
  return (
    <Button
      size={size}
      variant={following ? 'secondary' : 'primary'}
      // Whom it is about; the name stays the word on the button.
      aria-description={fullName(member)}
      className={cx('shrink-0', size === 'small' ? 'min-w-22 px-3' : 'min-w-26')}
      onClick={() => setFollowing(!following)}
    >
      {following ? 'Following' : 'Follow'}
    </Button>
  )
}
