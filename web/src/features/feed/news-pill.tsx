import { plural } from '@lingui/core/macro'
import { FEED_COUNT_MAX } from '@quack/contract/rules/limits'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { reportFailure } from '../../data/api/error-notifications.ts'
import { loadCode } from '../../data/code/load-code.ts'
import { focusMain } from '../../ui/focus.ts'
import { keyed } from '../../ui/keys.ts'
import { cappedCount } from '../../ui/text/count.tsx'
import type { RowsView } from '../posts/list-place.ts'

export interface News {
  /** Shows the top of the page, with the newest post. */
  goToTop: () => void
  /** Puts the new posts above a list that was loaded before. */
  refresh: () => void
}

interface NewsPillProps {
  count: number
  news: RefObject<News | null>
  view: RefObject<RowsView | null>
  /** Shown below the pill. */
  children?: ReactNode
}

/** Shows the number of new posts above the list, without moving it. A click shows them at the top. */
export function NewsPill({ count, news, view, children }: NewsPillProps) {
  const [isBusy, setBusy] = useState(false)

  const stop = useRef(new AbortController())
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])

  async function load(): Promise<void> {
    if (isBusy) return
    const { signal } = stop.current
    setBusy(true)
    try {
      const { offerPlace, showNews } = await loadCode(() => import('../../data/feed/gaps.ts'))
      offerPlace('latest')
      await showNews(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      setBusy(false)
    }
  }
  function goToTop(): void {
    view.current?.release()
    stayAtTop()
    focusMain()
  }

  useImperativeHandle(news, () => ({
    goToTop: () => void load().catch(reportFailure).then(goToTop),
    refresh() {
      // Who is offline sees what there is.
      if (count > 0) void load().catch(() => undefined)
    },
  }))

  const number = cappedCount(count, FEED_COUNT_MAX)
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(var(--top-bar)+var(--page-header))] z-(--layer-header) flex h-0 flex-col items-center"
    >
      {count > 0 && (
        <button
          type="button"
          {...keyed('.')}
          onClick={() => void load().then(goToTop, reportFailure)}
          aria-disabled={isBusy}
          className="pointer-events-auto mt-3 inline-flex h-10 shrink-0 animate-rise items-center gap-2 rounded-full bg-accent-solid ps-4 pe-5 font-semibold text-on-solid shadow-float hover:bg-accent-solid-hover"
        >
          <ArrowUp size={18} aria-hidden="true" />
          {plural(count, { one: `${number} new post`, other: `${number} new posts` })}
        </button>
      )}
      {children}
    </div>
  )
}

const FRAMES_AT_TOP = 4

/**
 * Scrolls to the top, and again in the next frames: the virtualizer may measure the new rows before it knows that the
 * page was scrolled, and would then move the page by what they are higher than expected.
 */
export function stayAtTop(frames = FRAMES_AT_TOP): void {
  window.scrollTo(0, 0)
  if (frames > 0) requestAnimationFrame(() => stayAtTop(frames - 1))
}
