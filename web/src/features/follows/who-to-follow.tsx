import { messageOf } from '../../data/api/api-errors.ts'
import { useSuggestions } from '../../data/people-lists.ts'
import { Button } from '../../ui/button/button.tsx'
import { Delayed } from '../../ui/feedback/delayed.tsx'
import { MemberRowSkeletons } from './member-row-skeleton.tsx'
import { SuggestionRow } from './suggestion-row.tsx'
import { useSuggestionRows } from './use-suggestion-rows.ts'

/** Suggests members to follow. Renders nothing if there are none. */
export function WhoToFollow() {
  const list = useSuggestions()
  const rows = useSuggestionRows(list)
  if (list.keys?.length === 0) return null
  return (
    <section aria-labelledby="who-to-follow" className="overflow-hidden rounded-2xl border bg-surface py-3">
      <h2 id="who-to-follow" className="px-4 pb-2 font-bold text-title">
        Who to follow
      </h2>
      {list.error && (
        <div className="space-y-3 px-4 pb-2">
          <p className="text-meta text-muted">{messageOf(list.error)}</p>
          <Button variant="secondary" size="small" onClick={list.retry}>
            Retry
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
      <p role="status" className="sr-only">
        {rows.announcement}
      </p>
    </section>
  )
}
