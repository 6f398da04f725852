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
    <SafetyPage title="Followed tags" text="Posts with one of these tags join your home feed, whoever writes them.">
      <PagedList
        pages={useFollowedTags()}
        label="Followed tags"
        emptyText="You do not follow any tags. Open a tag in a post, and press Follow."
      >
        {(tag) => (
          <li key={tag._id} className="flex items-center gap-3 border-b px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <Link to={paths.tag(tag.key)} className="wrap-anywhere rounded-sm font-semibold hover:underline">
                <bdi>#{tag.name}</bdi>
              </Link>
              <p className="text-meta text-muted">
                Followed <RelativeTime time={tag.followedAt} />
              </p>
            </div>
            <RemoveButton
              action="Unfollow"
              of={`#${tag.name}`}
              onRemove={() => unfollowListedTag(tag)}
              done={`You unfollowed #${tag.name}`}
            />
          </li>
        )}
      </PagedList>
    </SafetyPage>
  )
}
