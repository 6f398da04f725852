import { t } from '@lingui/core/macro'
import { fullName } from '../../data/members/people.ts'
import { type MutedMember, unmuteMember, useMutes } from '../../data/safety/mutes.ts'
import { PagedList } from '../reports/paged-list.tsx'
import { MemberEntry } from './member-entry.tsx'
import { endText } from './mute-durations.ts'
import { RemoveButton } from './remove-button.tsx'
import { SafetyPage } from './safety-page.tsx'

export function MutedMembersPage() {
  return (
    <SafetyPage
      title={t`Muted members`}
      text={t`Their posts are not in your feeds and suggestions. You find them on their profile, and they are not told.`}
    >
      <PagedList pages={useMutes()} label={t`Muted members`} emptyText={t`You have not muted anyone.`}>
        {(member) => (
          <MemberEntry key={member._id} member={member} text={mutedText(member)}>
            <RemoveButton
              action={t`Unmute`}
              of={fullName(member)}
              onRemove={() => unmuteMember(member.username)}
              done={t`You unmuted @${{ username: member.username }}`}
            />
          </MemberEntry>
        )}
      </PagedList>
    </SafetyPage>
  )
}

function mutedText({ endsAt, notifications }: Pick<MutedMember, 'endsAt' | 'notifications'>): string {
  const end = endText(endsAt)
  if (end === null) return notifications ? t`Muted permanently` : t`Muted permanently, but not their notifications`
  return notifications ? t`Muted until ${end}` : t`Muted until ${end}, but not their notifications`
}
