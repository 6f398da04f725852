import type { Decision } from '../../data/moderation/reports.ts'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { CopyView } from './copy-view.tsx'
import { ACTION_WORDS, APPEAL_WORDS, KIND_WORDS } from './report-words.ts'

const formatDay = (time: string) => new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium' })

/** A moderator's decision, as the member reads it. */
export function DecisionView({ decision }: { decision: Decision }) {
  const { actions, message, kind, copy, suspendedUntil, appeal, createdAt } = decision
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{actions.map((action) => ACTION_WORDS[action]).join('. ')}</p>
      <p className="text-meta text-muted">
        <RelativeTime time={createdAt} />
        {suspendedUntil && ` · suspended until ${formatDay(suspendedUntil)}`}
      </p>
      <PlainText text={message} />
      <CopyView copy={copy} label={`${KIND_WORDS[kind]}, as it was`} />
      {appeal && (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{APPEAL_WORDS[appeal.state]}</p>
          {appeal.answer !== '' && <PlainText text={appeal.answer} />}
        </div>
      )}
    </div>
  )
}
