import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Report, useReports } from '../../data/moderation.ts'
import { fullName } from '../../data/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { KIND_WORDS } from '../reports/report-words.ts'
import { Choice } from './choice.tsx'
import { DecisionForm } from './decision-form.tsx'
import { ReportDetail } from './report-detail.tsx'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const

/** The queue. One report opens in its place; several can be decided together. */
export function ReportsPart() {
  const [params, setParams] = useSearchParams()
  const opened = params.get('report')
  if (opened) return <ReportDetail key={opened} id={opened} onBack={() => setParams({ part: 'reports' })} />
  return <Queue onOpen={(report) => setParams({ part: 'reports', report })} />
}

function Queue({ onOpen }: { onOpen: (id: string) => void }) {
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
          <li key={report._id} className="flex items-start gap-3 border-b px-4 py-3">
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
                <span className="font-semibold">{KIND_WORDS[report.kind]}</span> by {fullName(report.subject)}{' '}
                <span className="text-muted">@{report.subject.username}</span>
              </p>
              <p className="text-meta text-muted">
                {report.rule} · <RelativeTime time={report.createdAt} />
              </p>
              <p className="wrap-anywhere mt-1 line-clamp-2">{report.copy.text}</p>
            </div>
            <Button
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
