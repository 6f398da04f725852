import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { unfollowListedTag, useFollowedTags } from '../../data/tags/tag-follows.ts'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { RemoveButton } from '../safety/remove-button.tsx'
import { SafetyPage } from '../safety/safety-page.tsx'

/** The tags that the viewer follows. */
export function FollowedTagsPage() {
  return (
    <SafetyPage
      title={t`Followed tags`}
      text={t`Posts with one of these tags join your home feed, whoever writes them.`}
    >
      <PagedList
        pages={useFollowedTags()}
        label={t`Followed tags`}
        emptyText={t`You do not follow any tags. Open a tag in a post, and press Follow.`}
      >
        {(tag) => (
          <li key={tag._id} className="flex items-center gap-3 border-b px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <Link to={paths.tag(tag.key)} className="wrap-anywhere rounded-sm font-semibold hover:underline">
                <bdi>#{tag.name}</bdi>
              </Link>
              <p className="text-meta text-muted">
                <Trans comment="Of a hashtag, such as Followed 3 days ago">
                  Followed <RelativeTime time={tag.followedAt} />
                </Trans>
              </p>
            </div>
            <RemoveButton
              action={t`Unfollow`}
              of={`#${tag.name}`}
              onRemove={() => unfollowListedTag(tag)}
              done={t`You unfollowed #${{ name: tag.name }}`}
            />
          </li>
        )}
      </PagedList>
    </SafetyPage>
  )
}
