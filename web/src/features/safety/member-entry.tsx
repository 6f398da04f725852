import type { MemberSummary } from '@quack/contract'
import type { ReactNode } from 'react'
import { fullName } from '../../data/people.ts'
import { Avatar } from '../../ui/avatar.tsx'

interface MemberEntryProps {
  member: MemberSummary
  /** A line about the entry. */
  text: ReactNode
  /** A button. */
  children: ReactNode
}

/** A blocked or muted member in their list. */
export function MemberEntry({ member, text, children }: MemberEntryProps) {
  return (
    <li className="flex items-center gap-3 border-b px-4 py-2.5">
      <Avatar src={member.avatarURL} name={fullName(member)} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{fullName(member)}</p>
        <p className="truncate text-meta text-muted">@{member.username}</p>
        <p className="text-meta text-muted">{text}</p>
      </div>
      {children}
    </li>
  )
}
