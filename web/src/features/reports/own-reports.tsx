import { useOwnReports } from '../../data/moderation/reports.ts'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { CopyView } from './copy-view.tsx'
import { PagedList } from './paged-list.tsx'
import { KIND_WORDS, OUTCOME_WORDS } from './report-words.ts'

/** What the viewer has reported, and what came of it. */
export function OwnReports() {
  return (
    <PagedList pages={useOwnReports()} label="Reports" emptyText="You have not reported anything.">
      {({ _id, kind, rule, text, copy, outcome, createdAt }) => (
        <li key={_id} className="flex flex-col gap-2 border-b py-4 last:border-b-0">
          <p className="font-semibold">{OUTCOME_WORDS[outcome]}</p>
          <p className="text-meta text-muted">
            {rule} · <RelativeTime time={createdAt} />
          </p>
          {text !== '' && <PlainText text={text} />}
          <CopyView copy={copy} label={`${KIND_WORDS[kind]}, as it was`} />
        </li>
      )}
    </PagedList>
  )
}
