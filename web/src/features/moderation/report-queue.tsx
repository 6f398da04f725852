import { useState } from 'react'
import { fullName } from '../../data/members/people.ts'
import { type Report, useReports } from '../../data/moderation/moderation.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { KIND_WORDS } from '../reports/report-words.ts'
import { Choice } from './choice.tsx'
import { DecisionForm } from './decision-form.tsx'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const

interface ReportQueueProps {
  /** The report that is open beside the list. */
  opened: string | null
  onOpen: (id: string) => void
}

/** The id of the button in the list that opens a report. */
export const openerId = (report: string) => `open-report-${report}`

/** The list of reports. Several can be decided together. */
export function ReportQueue({ opened, onOpen }: ReportQueueProps) {
  const [state, setState] = useState<'open' | 'closed'>('open')
  const [chosen, setChosen] = useState<readonly Report[]>([])
  const reports = useReports(state)
  const toggle = (report: Report) =>
    setChosen((now) =>
      now.some(({ _id }) => _id === report._id) ? now.filter(({ _id }) => _id !== report._id) : [...now, report],
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <Choice label="State" options={STATES} value={state} onChange={setState} />
      </div>
      {chosen.length > 0 && (
        <section aria-label={`${chosen.length} chosen`} className="border-b bg-surface p-4">
          <p className="mb-3 font-semibold">
            {chosen.length === 1 ? '1 report is chosen' : `${chosen.length} reports are chosen`}
          </p>
          <DecisionForm reports={chosen} onDone={() => setChosen([])} />
        </section>
      )}
      <PagedList
        pages={reports}
        label="Reports"
        emptyText={
          state === 'open' ? 'No open reports. What members report will appear here.' : 'No closed reports yet.'
        }
      >
        {(report) => (
          <li
            key={report._id}
            aria-current={report._id === opened ? 'true' : undefined}
            className={cx('flex items-start gap-3 border-b px-4 py-3', report._id === opened && 'bg-surface')}
          >
            {state === 'open' && (
              <input
                type="checkbox"
                aria-label={`Choose the report about ${fullName(report.subject)}`}
                checked={chosen.some(({ _id }) => _id === report._id)}
                onChange={() => toggle(report)}
                className="mt-1 size-5 shrink-0 accent-(--accent-solid)"
              />
            )}
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">
                <span className="font-semibold">{KIND_WORDS[report.kind]}</span> by{' '}
                <bdi>{fullName(report.subject)}</bdi> <span className="text-muted">@{report.subject.username}</span>
              </p>
              <p className="text-meta text-muted">
                {report.rule} · <RelativeTime time={report.createdAt} />
              </p>
              {report.withheld ? (
                <p className="mt-1 text-muted">Only followers can read this. Open the report to see it.</p>
              ) : (
                <p dir="auto" className="wrap-anywhere mt-1 line-clamp-2">
                  {report.copy.warning ? `Warning: ${report.copy.warning}` : report.copy.text}
                </p>
              )}
            </div>
            <Button
              id={openerId(report._id)}
              variant="secondary"
              size="small"
              aria-label={`Open the report about ${fullName(report.subject)}`}
              onClick={() => onOpen(report._id)}
            >
              Open
            </Button>
          </li>
        )}
      </PagedList>
    </>
  )
}
