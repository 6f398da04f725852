import { useViewer } from '../../data/members/members.ts'
import { fullName } from '../../data/members/people.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export function ViewerAvatar({ size = 40 }: { size?: 32 | 40 }) {
  const viewer = useViewer()
  if (!viewer) return <Skeleton shape="round" className={size === 40 ? 'size-10 shrink-0' : 'size-8 shrink-0'} />
  return <Avatar src={viewer.avatarURL} name={fullName(viewer)} size={size} />
}
