import { lazy, Suspense, useState } from 'react'
import type { LiveMember } from '../../data/members.ts'
import { Count } from '../../ui/count.tsx'

const FollowsDialog = lazy(async () => ({ default: (await import('./follows-dialog.tsx')).FollowsDialog }))

type Side = 'following' | 'followers'

const itemClass = '-mx-2 inline-flex min-h-10 items-center gap-1.5 rounded-md px-2 text-muted'

/** How many posts, followed and followers; the latter two open their list. */
export function ProfileCounts({ member }: { member: LiveMember }) {
  const [side, setSide] = useState<Side>('following')
  const [isOpen, setOpen] = useState(false)
  const [isDialogNeeded, setDialogNeeded] = useState(false)
  const open = (next: Side) => {
    setSide(next)
    setDialogNeeded(true)
    setOpen(true)
  }
  return (
    <div className="flex flex-wrap gap-x-6">
      <span className={itemClass}>
        <Figure value={member.postsCount} /> Posts
      </span>
      <button type="button" onClick={() => open('following')} className={`${itemClass} hover:underline`}>
        <Figure value={member.followingCount} /> Following
      </button>
      <button type="button" onClick={() => open('followers')} className={`${itemClass} hover:underline`}>
        <Figure value={member.followersCount} /> Followers
      </button>
      {isDialogNeeded && (
        <Suspense>
          <FollowsDialog
            username={member.username}
            side={side}
            open={isOpen}
            onOpenChange={setOpen}
            onClosed={() => setDialogNeeded(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Figure({ value }: { value: number }) {
  return (
    <b className="text-ink">
      <Count value={value} />
    </b>
  )
}
