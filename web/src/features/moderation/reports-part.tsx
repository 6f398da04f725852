import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { focusMain } from '../../ui/focus.ts'
import { useMediaQuery } from '../../ui/use-viewport.ts'
import { ReportDetail } from './report-detail.tsx'
import { openerId, ReportQueue } from './report-queue.tsx'

/** The queue. A report opens beside it, or in its place on a narrow screen. */
export function ReportsPart() {
  const [params, setParams] = useSearchParams()
  const opened = params.get('report')
  const isBeside = useMediaQuery('(min-width: 1024px)')
  const hasMoved = useFocusOnClose(opened)
  return (
    <div className={cx(isBeside && opened && 'grid grid-cols-[22rem_minmax(0,1fr)]')}>
      {(isBeside || !opened) && (
        <div className={cx(opened && 'border-e')}>
          <ReportQueue opened={opened} onOpen={(report) => setParams({ part: 'reports', report })} />
        </div>
      )}
      {opened && (
        <ReportDetail
          key={opened}
          id={opened}
          isBeside={isBeside}
          takesFocus={hasMoved}
          onClose={() => setParams({ part: 'reports' })}
        />
      )}
    </div>
  )
}

/**
 * When a report is closed, focuses the button that opens it.
 * @returns whether a report was opened or closed here: the first screen takes no focus
 */
function useFocusOnClose(opened: string | null): boolean {
  const known = useRef(opened)
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    const last = known.current
    if (last === opened) return
    known.current = opened
    setMoved(true)
    if (last === null || opened !== null) return
    const opener = document.getElementById(openerId(last))
    // After a decision, the report is no longer in the list.
    if (opener) opener.focus()
    else focusMain()
  }, [opened])
  return hasMoved
}
