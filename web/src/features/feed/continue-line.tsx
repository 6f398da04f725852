import { plural, t } from '@lingui/core/macro'
import { FEED_COUNT_MAX } from '@quack/contract/rules/limits'
import { ArrowDown, X } from 'lucide-react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { loadCode } from '../../data/code/load-code.ts'
import { type ReadSort, setOffer, useOffer } from '../../data/feed/place.ts'
import type { Visit } from '../../data/feed/visit.ts'
import { focusMain } from '../../ui/focus.ts'
import { keyed } from '../../ui/keys.ts'
import { cappedCount } from '../../ui/text/count.tsx'
import type { RowsView } from '../posts/list-place.ts'

interface ContinueLineProps {
  sort: ReadSort
  visit: Visit
  view: RefObject<RowsView | null>
}

/** One line above the feed that leads to where the member has stopped reading, on any device. */
export function ContinueLine({ sort, visit, view }: ContinueLineProps) {
  const known = useOffer(sort)
  const offer = visit.offer ?? known
  if (!offer) return null
  const { place, count } = offer

  function close(): void {
    // Before the place is looked for: the list moves up.
    flushSync(() => setOffer(sort, null))
    // The button, which had the focus, is gone.
    focusMain()
  }

  return (
    <div className="flex h-12 items-center gap-1 border-b ps-4 pe-2 text-meta">
      <button
        type="button"
        onClick={() => {
          close()
          void loadCode(() => import('./reading/continue.ts')).then(({ goOn }) => goOn(sort, place, view.current))
        }}
        {...keyed('c')}
        className="flex h-10 min-w-0 flex-1 items-center gap-2 rounded-md font-semibold text-accent hover:underline"
      >
        <ArrowDown size={16} className="shrink-0" aria-hidden="true" />
        <span className="truncate">{t`Continue where you stopped`}</span>{' '}
        <span className="shrink-0 font-normal text-muted">{textOf(count)}</span>
      </button>
      <button
        type="button"
        aria-label={t`Stay at the top`}
        onClick={() => {
          close()
          void loadCode(() => import('./reading/continue.ts')).then(({ turnDown }) => turnDown(sort, view.current))
        }}
        className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-hover"
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

function textOf(count: number): string {
  const number = cappedCount(count, FEED_COUNT_MAX)
  return plural(count, { one: `${number} post`, other: `${number} posts` })
}
