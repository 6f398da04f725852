import type { MemberSummary } from '@quack/contract'
import { type ReactNode, useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { fullName } from '../../data/people.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { focusMain } from '../../ui/main-region.ts'
import { toast } from '../../ui/toast/toast.ts'

interface MemberEntryProps {
  member: MemberSummary
  /** A line about the entry. */
  text: ReactNode
  /** The label of the button that removes the entry. */
  action: string
  onRemove: () => Promise<void>
  /** The toast after that. */
  done: string
}

/** A blocked or muted member, with a button that ends it. */
export function MemberEntry({ member, text, action, onRemove, done }: MemberEntryProps) {
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    const isDone = await succeeds(onRemove)
    setBusy(false)
    if (!isDone) return
    toast.success(done)
    // The button leaves with its row.
    focusMain()
  }

  return (
    <li className="flex items-center gap-3 border-b px-4 py-2.5">
      <Avatar src={member.avatarURL} name={fullName(member)} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{fullName(member)}</p>
        <p className="truncate text-meta text-muted">@{member.username}</p>
        <p className="text-meta text-muted">{text}</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        // A description, not a label: the accessible name must be the visible text.
        aria-description={fullName(member)}
        className="shrink-0"
        loading={isBusy}
        onClick={() => void remove()}
      >
        {action}
      </Button>
    </li>
  )
}
