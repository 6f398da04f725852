import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Tag } from '@quack/contract'
import { TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { VolumeX } from 'lucide-react'
import { setTagFollowed } from '../../data/tags/tag-follows.ts'
import { unmuteTag } from '../../data/tags/tags.ts'
import { Button } from '../../ui/button/button.tsx'
import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RemoveButton } from '../safety/remove-button.tsx'
import { sayPosts } from './say-posts.ts'
import { TagMenu } from './tag-menu.tsx'

/** The top of a tag's page: name, count of posts, Follow, and whether it is muted. */
export function TagHead({ tag }: { tag: Tag }) {
  const { name, postsCount, viewer } = tag
  const isFollowing = viewer?.following ?? false
  const mutedWord = viewer?.mutedWord
  return (
    <section aria-label={`#${name}`} className="flex flex-col gap-3 border-b px-4 py-4">
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
        {/* A long name has the whole width, and the buttons a line of their own. */}
        <div className="min-w-24 flex-auto">
          <h2 className="wrap-anywhere font-bold text-title">
            <bdi>#{name}</bdi>
          </h2>
          <p className="text-muted tabular-nums">{sayPosts(postsCount, TAG_COUNT_MAX)}</p>
        </div>
        <div className="flex items-center gap-2">
          <TagMenu tag={tag} mutedWord={mutedWord} label={t`Tag options`} />
          <Button
            variant={isFollowing ? 'secondary' : 'primary'}
            // A description, not a label: the accessible name must be the visible text.
            aria-description={`#${name}`}
            // As wide in both states, so that a tap moves nothing.
            className="min-w-30 shrink-0 whitespace-nowrap px-4!"
            onClick={() => setTagFollowed(tag, !isFollowing)}
          >
            {isFollowing
              ? t({ message: 'Following', context: 'state of a follow button' })
              : t({ message: 'Follow', context: 'verb' })}
          </Button>
        </div>
      </div>
      {mutedWord !== undefined && (
        <p className="flex flex-wrap items-center gap-2 rounded-lg bg-surface px-3 py-2 text-muted">
          <VolumeX size={16} className="shrink-0" aria-hidden="true" />
          <span className="wrap-anywhere min-w-40 flex-1">
            <Trans>
              You muted <bdi>#{name}</bdi>
            </Trans>
          </span>
          <RemoveButton
            action={t`Unmute`}
            of={`#${name}`}
            onRemove={() => unmuteTag(tag, mutedWord)}
            done={t`You unmuted #${name}`}
          />
        </p>
      )}
    </section>
  )
}

/** The size of a head with a short name. */
export function TagHeadSkeleton() {
  return (
    <Delayed>
      <div className="flex items-center justify-between border-b p-4">
        <div className="flex h-12 flex-col justify-center gap-2.5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-20" />
        </div>
        <Skeleton shape="round" className="h-10 w-30" />
      </div>
    </Delayed>
  )
}
