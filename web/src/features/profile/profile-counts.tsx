import { useState } from 'react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { closedToViewer, type LiveMember } from '../../data/members/members.ts'
import { Count } from '../../ui/text/count.tsx'

const SIDES = [
  { name: 'following', label: 'Following' },
  { name: 'followers', label: 'Followers' },
] as const
type Side = (typeof SIDES)[number]['name']

const itemClass = '-mx-2 inline-flex min-h-10 items-center gap-1.5 rounded-md px-2 text-muted'

/** The numbers of posts, followed members and followers. The latter two open a list. */
export function ProfileCounts({ member }: { member: LiveMember }) {
  const [side, setSide] = useState<Side>('following')
  const { shown, props, prepare, ...dialog } = useOnDemand(() => import('./follows-dialog.tsx'))
  const open = (next: Side) => {
    setSide(next)
    dialog.open()
  }
  return (
    <div className="flex flex-wrap gap-x-6">
      <span className={itemClass}>
        <Figure value={member.postsCount} /> Posts
      </span>
      {SIDES.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          onPointerEnter={prepare}
          onClick={() => open(name)}
          className={`${itemClass} hover:underline`}
        >
          <Figure value={member[`${name}Count`]} /> {label}
        </button>
      ))}
      {shown && (
        <shown.FollowsDialog username={member.username} side={side} closure={closedToViewer(member)} {...props} />
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
