import { fullName } from '../../data/members/people.ts'
import { unblockMember, useBlocks } from '../../data/safety/blocks.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { MemberEntry } from './member-entry.tsx'
import { RemoveButton } from './remove-button.tsx'
import { SafetyPage } from './safety-page.tsx'

export function BlockedMembersPage() {
  return (
    <SafetyPage
      title="Blocked members"
      text="Neither of you sees the other. After an unblock you see each other again, but no longer follow each other."
    >
      <PagedList pages={useBlocks()} label="Blocked members" emptyText="You have not blocked anyone.">
        {(member) => (
          <MemberEntry
            key={member._id}
            member={member}
            text={
              <>
                Blocked <RelativeTime time={member.blockedAt} />
              </>
            }
          >
            <RemoveButton
              action="Unblock"
              of={fullName(member)}
              onRemove={() => unblockMember(member)}
              done={`You unblocked @${member.username}`}
            />
          </MemberEntry>
        )}
      </PagedList>
    </SafetyPage>
  )
}
