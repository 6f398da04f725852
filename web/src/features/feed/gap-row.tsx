import { plural, t } from '@lingui/core/macro'
import { FEED_COUNT_MAX } from '@quack/contract/rules/limits'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadCode } from '../../data/code/load-code.ts'
import type { Gap } from '../../data/feed/pages.ts'
import type { ReadSort } from '../../data/feed/place.ts'
import { cx } from '../../ui/cx.ts'
import { cappedCount } from '../../ui/text/count.tsx'
import { useInView } from '../../ui/use-viewport.ts'
import type { RowsView } from '../posts/list-place.ts'
import { onReaderMove } from './reading/reader-moves.ts'

interface GapRowProps {
  gap: Gap
  sort: ReadSort
  view: RefObject<RowsView | null>
}

/** '38 posts in between': posts of the feed that are not loaded. Loads them from the end at which the reader is. */
export function GapRow({ gap, sort, view }: GapRowProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const [near, isNear] = useInView('600px')
  const row = useRef<HTMLDivElement>(null)
  const isBusy = useRef(false)

  async function fill(): Promise<void> {
    if (isBusy.current || !row.current) return
    isBusy.current = true
    setState('busy')
    try {
      const { fillGap } = await loadCode(() => import('../../data/feed/gaps.ts'))
      const { top, bottom } = row.current.getBoundingClientRect()
      const end = (top + bottom) / 2 > window.innerHeight / 2 ? 'above' : 'below'
      await fillGap(sort, gap, end, () => {
        if (end === 'below') view.current?.hold(gap.below)
      })
      setState('idle')
    } catch {
      setState('failed')
    }
    isBusy.current = false
  }

  // Only while the reader scrolls: what is on the screen when it opens has the network to itself.
  const load = useEffectEvent(() => void fill())
  const mayLoad = isNear && state === 'idle'
  useEffect(() => {
    if (!mayLoad) return
    const stop = new AbortController()
    onReaderMove(load, stop.signal)
    return () => stop.abort()
  }, [mayLoad])

  return (
    <div ref={row} className="h-12 border-b bg-surface">
      <button
        ref={near}
        type="button"
        onClick={() => void fill()}
        aria-disabled={state === 'busy'}
        className={cx(
          'flex size-full items-center justify-center gap-2 font-semibold text-accent text-meta -outline-offset-2 hover:bg-hover',
          state === 'busy' && 'text-muted',
        )}
      >
        {state === 'failed' ? <span role="alert">{t`More could not be loaded. Retry`}</span> : textOf(gap, sort)}
      </button>
    </div>
  )
}

function textOf({ above, count }: Gap, sort: ReadSort): string {
  const number = cappedCount(count, FEED_COUNT_MAX)
  if (above !== undefined)
    return plural(count, { one: `${number} post in between`, other: `${number} posts in between` })
  return sort === 'latest'
    ? plural(count, { one: `${number} newer post`, other: `${number} newer posts` })
    : plural(count, { one: `${number} older post`, other: `${number} older posts` })
}
