import { isAbove } from '@quack/contract/entities/roles'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../data/api/error-notifications.ts'
import { useViewer } from '../../data/members/members.ts'
import { fullName } from '../../data/members/people.ts'
import {
  endLimit,
  endSuspension,
  type MemberFilter,
  type StaffMember,
  setRole,
  useStaffMembers,
} from '../../data/moderation/moderation.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { Choice } from './choice.tsx'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'limited', label: 'Limited' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'staff', label: 'Staff' },
] as const

export function MembersPart() {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<MemberFilter>('all')
  const members = useStaffMembers(useDeferredValue(search.trim()), filter)
  return (
    <>
      <div className="flex flex-col gap-3 border-b p-4">
        <TextField
          label="Username begins with"
          type="search"
          autoCapitalize="none"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Choice label="Show" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      <PagedList pages={members} label="Members" emptyText="No members found.">
        {(member) => (
          <li key={member._id} className="border-b px-4 py-3">
            <MemberItem member={member} />
          </li>
        )}
      </PagedList>
    </>
  )
}

function MemberItem({ member }: { member: StaffMember }) {
  const name = fullName(member)
  const facts = [
    member.role,
    member.postsCount === 1 ? '1 post' : `${member.postsCount} posts`,
    `joined ${new Date(member.createdAt).toLocaleDateString('en-US', { dateStyle: 'medium' })}`,
    member.limited && 'limited to followers',
    member.suspended && suspendedText(member.suspendedUntil),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar src={member.avatarURL} name={name} />
      <div className="min-w-0 flex-1 basis-40">
        <Link to={paths.profile(member.username)} className="wrap-anywhere font-semibold hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <p className="wrap-anywhere text-meta text-muted">
          @{member.username} · {facts.filter(Boolean).join(' · ')}
        </p>
      </div>
      <MemberActions member={member} />
    </div>
  )
}

const suspendedText = (until: string | null) =>
  until === null
    ? 'suspended'
    : `suspended until ${new Date(until).toLocaleDateString('en-US', { dateStyle: 'medium' })}`

function MemberActions({ member }: { member: StaffMember }) {
  const role = useViewer()?.role ?? null
  const [isBusy, run] = useAction()
  const button = (label: string, action: () => Promise<void>) => (
    <Button variant="secondary" size="small" loading={isBusy} onClick={() => void run(action)}>
      {label}
    </Button>
  )
  if (!isAbove(role, member.role)) return null
  return (
    <div className="flex flex-wrap gap-2">
      {member.limited && button('End limit', () => endLimit(member._id))}
      {member.suspended && button('End suspension', () => endSuspension(member._id))}
      {role === 'owner' && member.role === null && button('Make moderator', () => setRole(member._id, 'moderator'))}
      {role === 'owner' && member.role === 'moderator' && button('Make owner', () => setRole(member._id, 'owner'))}
      {role === 'owner' && member.role === 'moderator' && button('Take role away', () => setRole(member._id, null))}
    </div>
  )
}
