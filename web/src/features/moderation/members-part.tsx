import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { isAbove, type Role } from '@quack/contract/entities/roles'
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
import { intlLocale, translate } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { Choice } from './choice.tsx'

const FILTERS: readonly { value: MemberFilter; label: MessageDescriptor }[] = [
  { value: 'all', label: msg({ message: 'All', context: 'members' }) },
  { value: 'limited', label: msg({ message: 'Limited', context: 'members' }) },
  { value: 'suspended', label: msg({ message: 'Suspended', context: 'members' }) },
  { value: 'staff', label: msg({ message: 'Staff', context: 'members', comment: 'Moderators and owners' }) },
]

export function MembersPart() {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<MemberFilter>('all')
  const members = useStaffMembers(useDeferredValue(search.trim()), filter)
  return (
    <>
      <div className="flex flex-col gap-3 border-b p-4">
        <TextField
          label={t`Username begins with`}
          type="search"
          autoCapitalize="none"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Choice
          label={t({ message: 'Show', context: 'which members' })}
          options={FILTERS.map(({ value, label }) => ({ value, label: translate(label) }))}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <PagedList pages={members} label={t`Members`} emptyText={t`No members found.`}>
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
    member.role && translate(ROLES[member.role]),
    plural({ count: member.postsCount }, { one: '# post', other: '# posts' }),
    t({ message: `joined ${{ day: formatDay(member.createdAt) }}`, comment: 'A fact about a member' }),
    member.limited && t({ message: 'limited to followers', comment: 'A fact about a member' }),
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
          <bdi>@{member.username}</bdi> · {facts.filter(Boolean).join(' · ')}
        </p>
      </div>
      <MemberActions member={member} />
    </div>
  )
}

const ROLES: Readonly<Record<Role, MessageDescriptor>> = {
  owner: msg({ message: 'owner', context: 'role of a member' }),
  moderator: msg({ message: 'moderator', context: 'role of a member' }),
}

const formatDay = (time: string) => new Date(time).toLocaleDateString(intlLocale(), { dateStyle: 'medium' })

const suspendedText = (until: string | null) =>
  until === null
    ? t({ message: 'suspended', comment: 'A fact about a member' })
    : t`suspended until ${{ day: formatDay(until) }}`

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
      {member.limited && button(t`End limit`, () => endLimit(member._id))}
      {member.suspended && button(t`End suspension`, () => endSuspension(member._id))}
      {role === 'owner' && member.role === null && button(t`Make moderator`, () => setRole(member._id, 'moderator'))}
      {role === 'owner' && member.role === 'moderator' && button(t`Make owner`, () => setRole(member._id, 'owner'))}
      {role === 'owner' && member.role === 'moderator' && button(t`Take role away`, () => setRole(member._id, null))}
    </div>
  )
}
