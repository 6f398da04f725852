import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { fullName } from '../../data/members/people.ts'
import { type Report, useReports } from '../../data/moderation/moderation.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { Choice } from './choice.tsx'
import { DecisionForm } from './decision-form.tsx'

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
        <Choice
          label={t({ message: 'State', comment: 'Whether reports are open or closed' })}
          options={[
            { value: 'open', label: t({ message: 'Open', context: 'state of reports' }) },
            { value: 'closed', label: t({ message: 'Closed', context: 'state of reports' }) },
          ]}
          value={state}
          onChange={setState}
        />
      </div>
      {chosen.length > 0 && (
        <section
          aria-label={plural({ count: chosen.length }, { one: '# chosen', other: '# chosen' })}
          className="border-b bg-surface p-4"
        >
          <p className="mb-3 font-semibold">
            {plural({ count: chosen.length }, { one: '# report is chosen', other: '# reports are chosen' })}
          </p>
          <DecisionForm reports={chosen} onDone={() => setChosen([])} />
        </section>
      )}
      <PagedList
        pages={reports}
        label={t`Reports`}
        emptyText={
          state === 'open' ? t`No open reports. What members report will appear here.` : t`No closed reports yet.`
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
                aria-label={t`Choose the report about ${{ name: fullName(report.subject) }}`}
                checked={chosen.some(({ _id }) => _id === report._id)}
                onChange={() => toggle(report)}
                className="mt-1 size-5 shrink-0 accent-(--accent-solid)"
              />
            )}
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">
                <About {...report} />{' '}
                <span className="text-muted">
                  <bdi>@{report.subject.username}</bdi>
                </span>
              </p>
              <p className="text-meta text-muted">
                {report.rule} · <RelativeTime time={report.createdAt} />
              </p>
              {report.withheld ? (
                <p className="mt-1 text-muted">{t`Only followers can read this. Open the report to see it.`}</p>
              ) : (
                <p dir="auto" className="wrap-anywhere mt-1 line-clamp-2">
                  {report.copy.warning ? t`Warning: ${{ warning: report.copy.warning }}` : report.copy.text}
                </p>
              )}
            </div>
            <Button
              id={openerId(report._id)}
              variant="secondary"
              size="small"
              aria-label={t`Open the report about ${{ name: fullName(report.subject) }}`}
              onClick={() => onOpen(report._id)}
            >
              {t({ message: 'Open', context: 'verb' })}
            </Button>
          </li>
        )}
      </PagedList>
    </>
  )
}

/** What was reported, and whose it is. */
function About({ kind, subject }: Pick<Report, 'kind' | 'subject'>) {
  const author = <bdi>{fullName(subject)}</bdi>
  switch (kind) {
    case 'member':
      return (
        <Trans>
          <span className="font-semibold">Profile</span> by {author}
        </Trans>
      )
    case 'comment':
      return (
        <Trans>
          <span className="font-semibold">Comment</span> by {author}
        </Trans>
      )
    default:
      return (
        <Trans>
          <span className="font-semibold">Post</span> by {author}
        </Trans>
      )
  }
}
