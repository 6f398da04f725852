import { fullName } from '../../data/members/people.ts'
import { unmuteMember, useMutes } from '../../data/safety/mutes.ts'
import { PagedList } from '../reports/paged-list.tsx'
import { MemberEntry } from './member-entry.tsx'
import { untilText } from './mute-durations.ts'
import { RemoveButton } from './remove-button.tsx'
import { SafetyPage } from './safety-page.tsx'

export function MutedMembersPage() {
  return (
    <SafetyPage
      title="Muted members"
      text="Their posts are not in your feeds and suggestions. You find them on their profile, and they are not told."
    >
      <PagedList pages={useMutes()} label="Muted members" emptyText="You have not muted anyone.">
        {(member) => (
          <MemberEntry
            key={member._id}
            member={member}
            text={`Muted ${untilText(member.endsAt)}${member.notifications ? '' : ', but not their notifications'}`}
          >
            <RemoveButton
              action="Unmute"
              of={fullName(member)}
              onRemove={() => unmuteMember(member.username)}
              done={`You unmuted @${member.username}`}
            />
          </MemberEntry>
        )}
      </PagedList>
    </SafetyPage>
  )
}
