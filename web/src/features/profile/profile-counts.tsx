import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { closedToViewer, type LiveMember } from '../../data/members/members.ts'
import { Count } from '../../ui/text/count.tsx'

const SIDES = ['following', 'followers'] as const
type Side = (typeof SIDES)[number]

/** English labels do not depend on the number before them; those of other languages may. */
const LABELS: Readonly<Record<Side, (count: number) => string>> = {
  following: (count) =>
    t({
      message: plural(count, { one: 'Following', other: 'Following' }),
      comment: 'How many a member follows. The number is before it.',
    }),
  followers: (count) =>
    t({ message: plural(count, { one: 'Followers', other: 'Followers' }), comment: 'The number is before it.' }),
}
const postsLabel = (count: number) =>
  t({ message: plural(count, { one: 'Posts', other: 'Posts' }), comment: 'The number is before it.' })

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
        <Figure value={member.postsCount} /> {postsLabel(member.postsCount)}
      </span>
      {SIDES.map((name) => (
        <button
          key={name}
          type="button"
          onPointerEnter={prepare}
          onClick={() => open(name)}
          className={`${itemClass} hover:underline`}
        >
          <Figure value={member[`${name}Count`]} /> {LABELS[name](member[`${name}Count`])}
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
