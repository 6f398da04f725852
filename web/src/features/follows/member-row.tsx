import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fullName, usePerson } from '../../data/members/people.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { keyed } from '../../ui/keys.ts'
import { FollowButton } from './follow-button.tsx'

interface MemberRowProps {
  username: string
  /** Called when the link is clicked, so that a dialog can close. */
  onOpen?: (() => void) | undefined
  /** After the follow button. */
  menu?: ReactNode
}

/** A member in a list. The whole row links to the profile, except the buttons. */
export function MemberRow({ username, onOpen, menu }: MemberRowProps) {
  const person = usePerson(username)
  if (!person) return null
  const name = fullName(person)
  return (
    <div className="relative flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover">
      <Avatar src={person.avatarURL} name={name} />
      <Link
        to={paths.profile(person.username)}
        onClick={onOpen}
        {...keyed('o')}
        className="min-w-0 flex-1 rounded-sm after:absolute after:inset-0"
      >
        <bdi className="block w-fit max-w-full truncate font-semibold">{name}</bdi>
        <bdi className="block w-fit max-w-full truncate text-meta text-muted">@{person.username}</bdi>
      </Link>
      {person._id !== undefined && (
        <div className="relative flex flex-wrap items-center justify-end gap-1">
          <FollowButton member={{ ...person, _id: person._id }} />
          {menu}
        </div>
      )}
    </div>
  )
}

/** Placeholders for `count` member rows. */
export function MemberRowSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className="flex items-center gap-3 px-4 py-2.5">
      <Skeleton shape="round" className="size-10" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-3.5 w-28" />
        <Skeleton className="h-3 w-20" />
      </div>
      <Skeleton shape="round" className="h-8 w-22" />
    </div>
  ))
}
