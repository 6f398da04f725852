import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { succeeds } from '../../data/api/error-notifications.ts'
import {
  acceptFollowRequest,
  type FollowRequest,
  rejectFollowRequest,
  useFollowRequests,
} from '../../data/follows/follow-requests.ts'
import { fullName } from '../../data/members/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusMain } from '../../ui/focus.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { PagedList } from '../reports/paged-list.tsx'
import { MemberEntry } from '../safety/member-entry.tsx'
import { SafetyPage } from '../safety/safety-page.tsx'

export function FollowRequestsPage() {
  return (
    <SafetyPage
      title={t`Follow requests`}
      text={t`They see your posts once you accept. A rejected member is not told, and may ask again.`}
    >
      <PagedList pages={useFollowRequests()} label={t`Follow requests`} emptyText={t`Nobody is asking to follow you.`}>
        {(request) => <Request key={request._id} request={request} />}
      </PagedList>
    </SafetyPage>
  )
}

function Request({ request }: { request: FollowRequest }) {
  const { username } = request
  async function settle(send: () => Promise<void>, done: string) {
    // The button leaves with its row.
    focusMain()
    if (await succeeds(send)) toast.success(done)
  }
  return (
    <MemberEntry
      member={request}
      hasLink
      text={
        <Trans comment="Of a follow request, such as Asked 3 days ago">
          Asked <RelativeTime time={request.requestedAt} />
        </Trans>
      }
    >
      <div className="flex gap-2 max-sm:basis-full max-sm:ps-13">
        <Button
          size="small"
          // A description, not a label: the accessible name must be the visible text.
          aria-description={fullName(request)}
          onClick={() => void settle(() => acceptFollowRequest(request), t`@${username} follows you now`)}
        >
          {t`Accept`}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-description={fullName(request)}
          onClick={() => void settle(() => rejectFollowRequest(request), t`You rejected @${username}`)}
        >
          {t`Reject`}
        </Button>
      </div>
    </MemberEntry>
  )
}
