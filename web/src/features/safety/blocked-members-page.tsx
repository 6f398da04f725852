import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
      title={t`Blocked members`}
      text={t`Neither of you sees the other. After an unblock you see each other again, but no longer follow each other.`}
    >
      <PagedList pages={useBlocks()} label={t`Blocked members`} emptyText={t`You have not blocked anyone.`}>
        {(member) => (
          <MemberEntry
            key={member._id}
            member={member}
            text={
              <Trans>
                Blocked <RelativeTime time={member.blockedAt} />
              </Trans>
            }
          >
            <RemoveButton
              action={t`Unblock`}
              of={fullName(member)}
              onRemove={() => unblockMember(member)}
              done={t`You unblocked @${{ username: member.username }}`}
            />
          </MemberEntry>
        )}
      </PagedList>
    </SafetyPage>
  )
}
