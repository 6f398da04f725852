import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeft, X } from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '../../data/api/api-errors.ts'
import { fullName } from '../../data/members/people.ts'
import { type Report, type ReportView, useReport } from '../../data/moderation/moderation.ts'
import type { Copy } from '../../data/moderation/reports.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { CopyView, DecisionView } from '../reports/report-views.tsx'
import { EditedMark } from '../versions/edited-mark.tsx'
import { DecisionForm } from './decision-form.tsx'

/** To compare what is shown. */
const lookOf = ({ text, mediaUrl, alt, furtherPictures = [], warning, sensitive }: Copy): string =>
  JSON.stringify([text, mediaUrl, alt, furtherPictures, warning, sensitive])

interface ReportDetailProps {
  id: string
  /** Whether it is shown beside the list, or in its place. */
  isBeside: boolean
  /** Whether the heading is focused as soon as it is there. */
  takesFocus: boolean
  onClose: () => void
}

type ConversationProps = NonNullable<ReportView['conversation']> & { commentId: string }

/** What a reported comment answers, and where it stands. */
function Conversation({ answered, postId, commentId }: ConversationProps) {
  return (
    <>
      {answered === null && <p className="text-muted">{t`It answers a comment that is gone.`}</p>}
      {answered && (
        <CopyView
          copy={{ text: answered.text, mediaUrl: '', alt: '' }}
          label={t`It answers this comment by @${{ username: answered.author.username }}`}
        />
      )}
      <Link to={paths.branch(postId, commentId)} className="self-start text-accent hover:underline">
        {t`Show the comment where it is`}
      </Link>
    </>
  )
}

function Title({ kind, subject }: Pick<Report, 'kind' | 'subject'>) {
  const author = (
    <Link to={paths.profile(subject.username)} className="text-accent hover:underline">
      <bdi>{fullName(subject)}</bdi>
    </Link>
  )
  switch (kind) {
    case 'member':
      return <Trans>Profile by {author}</Trans>
    case 'comment':
      return <Trans>Comment by {author}</Trans>
    default:
      return <Trans>Post by {author}</Trans>
  }
}

/** It stays in view while the list scrolls. */
const BESIDE = 'sticky top-(--page-header) max-h-[calc(100dvh-var(--page-header))] self-start overflow-y-auto'

const focus = (element: HTMLElement | null) => element?.focus()

/** What is needed to decide about a report. Opening it is logged. */
export function ReportDetail({ id, isBeside, takesFocus, onClose }: ReportDetailProps) {
  const { data, error, refetch } = useReport(id)
  const readAgain = () => void refetch()
  return (
    <div className={cx('flex flex-col gap-5 p-4', isBeside && BESIDE)}>
      <Button variant="ghost" className="-ms-3 self-start" onClick={onClose}>
        {isBeside ? (
          <X size={18} aria-hidden="true" />
        ) : (
          <ArrowLeft size={18} className="rtl:rotate-180" aria-hidden="true" />
        )}
        {isBeside ? t`Close the report` : t`All reports`}
      </Button>
      {error && !data && <ErrorState message={messageOf(error)} onRetry={readAgain} />}
      {!data && !error && <Skeleton className="h-60" />}
      {data && (
        <>
          <section aria-label={t({ message: 'Report', context: 'noun' })} className="flex flex-col gap-3">
            <h2
              ref={takesFocus ? focus : undefined}
              tabIndex={-1}
              className="wrap-anywhere font-bold text-large outline-none"
            >
              <Title {...data.report} />
            </h2>
            <CopyView copy={data.report.copy} label={t`As it was when it was reported`} onRetry={readAgain} />
            {data.present === null && <p className="text-muted">{t`It has been deleted since.`}</p>}
            {data.present && lookOf(data.present) !== lookOf(data.report.copy) && (
              <CopyView copy={data.present} label={t`As it is now`} onRetry={readAgain} />
            )}
            {data.present?.editedAt && (
              <p className="text-muted">
                <Trans>
                  It was edited <RelativeTime time={data.present.editedAt} />.
                </Trans>{' '}
                <span className="text-accent">
                  <EditedMark of={{ kind: 'report', id }} label={t`Show its versions`} />
                </span>
              </p>
            )}
            {data.present?.hidden && <p className="text-muted">{t`The post is hidden.`}</p>}
            {data.conversation && <Conversation {...data.conversation} commentId={data.report.targetId} />}
          </section>
          <section aria-label={t`Reported by`} className="flex flex-col gap-2">
            <h3 className="font-semibold">{t`Reported by`}</h3>
            <ul className="flex flex-col gap-2">
              {(data.openReports.length > 0 ? data.openReports : [data.report]).map((report) => (
                <li key={report._id}>
                  <p className="wrap-anywhere">
                    <bdi>{fullName(report.reporter)}</bdi>{' '}
                    <span className="text-muted">
                      <bdi>@{report.reporter.username}</bdi>
                    </span>
                  </p>
                  <p className="text-meta text-muted">
                    {report.rule} · <RelativeTime time={report.createdAt} />
                  </p>
                  {report.text !== '' && <PlainText text={report.text} />}
                </li>
              ))}
            </ul>
          </section>
          <section aria-label={t`Earlier decisions`} className="flex flex-col gap-2">
            <h3 className="font-semibold">{t`Earlier decisions`}</h3>
            <p className="text-muted">{t`Reports about this member: ${{ count: data.reportCount }}`}</p>
            {data.decisions.length === 0 && (
              <p className="text-muted">{t({ message: 'None yet.', comment: 'No decisions' })}</p>
            )}
            {data.decisions.map((decision) => (
              <DecisionView key={decision._id} decision={decision} />
            ))}
          </section>
          <section aria-label={t`Your decision`} className="flex flex-col gap-3 border-t pt-4">
            <h3 className="font-semibold">{t`Your decision`}</h3>
            <DecisionForm reports={data.openReports.length > 0 ? data.openReports : [data.report]} onDone={onClose} />
          </section>
        </>
      )}
    </div>
  )
}
