import { type AuditEntry, useAuditLog } from '../../data/moderation/moderation.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'

const nameOf = (member: AuditEntry['actor'], other: string) => (member ? `@${member.username}` : other)

/** What the staff did. */
export function LogPart() {
  return (
    <PagedList pages={useAuditLog()} label="Audit log" emptyText="Nothing yet.">
      {({ _id, actor, action, kind, targetId, target, detail, createdAt }) => (
        <li key={_id} className="border-b px-4 py-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{nameOf(actor, 'The operator')}</span>: {action}{' '}
            <span className="text-muted">
              {kind} {target ? nameOf(target, '') : (targetId ?? '')}
            </span>
          </p>
          <p className="wrap-anywhere text-meta text-muted">
            {detail !== '' && `${detail} · `}
            <RelativeTime time={createdAt} />
          </p>
        </li>
      )}
    </PagedList>
  )
}
