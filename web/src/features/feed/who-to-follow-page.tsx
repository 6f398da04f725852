import { t } from '@lingui/core/macro'
import { useSuggestions } from '../../data/members/people-lists.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PeopleList } from '../follows/people-list.tsx'
import { BackButton } from '../posts/back-button.tsx'

/** All suggestions. Who is followed keeps their row, so that it can be undone. */
export function WhoToFollowPage() {
  return (
    <>
      <PageHeader title={t`Who to follow`} leading={<BackButton />} />
      <PeopleList list={useSuggestions()} emptyText={t`There is nobody to suggest right now.`} />
    </>
  )
}
