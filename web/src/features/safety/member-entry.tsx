import type { MemberSummary } from '@quack/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fullName } from '../../data/members/people.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'

interface MemberEntryProps {
  member: MemberSummary
  /** A line about the entry. */
  text: ReactNode
  /** Whether the name links to the profile, which that of a blocked member does not have. */
  hasLink?: boolean
  /** Buttons. */
  children: ReactNode
}

/** A member in a list below the settings. */
export function MemberEntry({ member, text, hasLink = false, children }: MemberEntryProps) {
  const names = (
    <>
      <bdi className="block w-fit max-w-full truncate font-semibold">{fullName(member)}</bdi>
      <bdi className="block w-fit max-w-full truncate text-meta text-muted">@{member.username}</bdi>
    </>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2.5">
      <Avatar src={member.avatarURL} name={fullName(member)} />
      <div className="min-w-40 flex-1">
        {hasLink ? (
          <Link to={paths.profile(member.username)} className="block rounded-sm hover:underline">
            {names}
          </Link>
        ) : (
          names
        )}
        <p className="text-meta text-muted">{text}</p>
      </div>
      {children}
    </li>
  )
}
