import { t } from '@lingui/core/macro'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../data/api/api-errors.ts'
import { SUGGESTIONS, useSuggestions } from '../../data/members/people-lists.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Delayed } from '../../ui/feedback/skeleton.tsx'
import { focusMain } from '../../ui/focus.ts'
import { HAS_ASIDE, useMediaQuery } from '../../ui/use-viewport.ts'
import { MemberRowSkeletons } from './member-row.tsx'
import { SuggestionRow } from './suggestion-row.tsx'
import { useSuggestionRows } from './use-suggestion-rows.ts'

/** Suggests members to follow. Renders nothing if there are none. */
export function WhoToFollow() {
  const list = useSuggestions()
  const rows = useSuggestionRows(list)
  const hasMore = list.hasMore || (list.keys?.length ?? 0) > SUGGESTIONS
  if (list.keys?.length === 0) return null
  return (
    <section aria-labelledby="who-to-follow" className="overflow-hidden rounded-2xl border bg-surface py-3">
      <h2 id="who-to-follow" className="px-4 pb-2 font-bold text-title">
        {t`Who to follow`}
      </h2>
      {list.error && (
        <div className="space-y-3 px-4 pb-2">
          <p className="text-meta text-muted">{messageOf(list.error)}</p>
          <Button variant="secondary" size="small" onClick={list.retry}>
            {t`Retry`}
          </Button>
        </div>
      )}
      {!list.keys && !list.error && (
        <Delayed>
          <MemberRowSkeletons count={5} />
        </Delayed>
      )}
      <ul ref={rows.list}>
        {rows.shown.map((username) => (
          <SuggestionRow
            key={username}
            username={username}
            onFollowed={rows.prepare}
            onLeave={() => rows.leave(username)}
          />
        ))}
      </ul>
      {hasMore && (
        <Link
          to={paths.whoToFollow}
          aria-label={t`Show more people to follow`}
          className="block px-4 pt-2.5 pb-1 font-semibold text-accent text-meta -outline-offset-2 hover:underline"
        >
          {t`Show more`}
        </Link>
      )}
      <p role="status" className="sr-only">
        {rows.announcement}
      </p>
    </section>
  )
}

/** The same within a page, where there is no aside to have it. */
export function WhoToFollowHere() {
  const hasAside = useMediaQuery(HAS_ASIDE)
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = frame
    return () => {
      // A follow fills the page that was empty: the button that had the focus goes with this.
      if (current?.contains(document.activeElement)) focusMain()
    }
  }, [])
  return (
    <div ref={frame} className="w-full text-start empty:hidden">
      {!hasAside && <WhoToFollow />}
    </div>
  )
}
