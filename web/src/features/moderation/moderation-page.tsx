import { hasRole } from '@quack/contract/entities/roles'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useViewer } from '../../data/members/members.ts'
import { type AuditEntry, type Role, useAuditLog } from '../../data/moderation/moderation.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { AppealsPart } from './appeals-part.tsx'
import { FiguresPart } from './figures-part.tsx'
import { MembersPart } from './members-part.tsx'
import { ReportsPart } from './reports-part.tsx'
import { RulesPart } from './rules-part.tsx'
import { SignUpsPart } from './sign-ups-part.tsx'

interface Part {
  readonly name: string
  readonly label: string
  readonly needs: Role
  readonly Content: ComponentType
}

const PARTS: readonly Part[] = [
  { name: 'reports', label: 'Reports', needs: 'moderator', Content: ReportsPart },
  { name: 'appeals', label: 'Appeals', needs: 'moderator', Content: AppealsPart },
  { name: 'members', label: 'Members', needs: 'moderator', Content: MembersPart },
  { name: 'sign-ups', label: 'Sign-ups', needs: 'moderator', Content: SignUpsPart },
  { name: 'rules', label: 'Rules', needs: 'owner', Content: RulesPart },
  { name: 'figures', label: 'Figures', needs: 'moderator', Content: FiguresPart },
  { name: 'log', label: 'Log', needs: 'moderator', Content: LogPart },
]

/** The pages of the staff. Members without a role see that there is nothing. */
export function ModerationPage() {
  const viewer = useViewer()
  const [params] = useSearchParams()
  if (!viewer) return <PageHeader title="Moderation" />
  const role = viewer.role ?? null
  const parts = PARTS.filter(({ needs }) => hasRole(role, needs))
  const part = parts.find(({ name }) => name === (params.get('part') ?? 'reports'))
  if (!part) {
    return (
      <>
        <PageHeader title="Error 404" />
        <EmptyState text="The page you are searching for does not exist" />
      </>
    )
  }
  return (
    <>
      <PageHeader title="Moderation" pageTitle={`${part.label} · Moderation`} />
      <nav aria-label="Moderation" className="flex flex-wrap gap-x-1 border-b px-2">
        {parts.map(({ name, label }) => (
          <Link
            key={name}
            to={`${paths.moderation}?part=${name}`}
            aria-current={name === part.name ? 'page' : undefined}
            className={cx(
              'flex min-h-11 items-center border-b-2 px-3 hover:bg-hover',
              name === part.name ? 'border-accent font-semibold' : 'border-transparent text-muted',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <part.Content />
    </>
  )
}

const nameOf = (member: AuditEntry['actor'], other: string) => (member ? `@${member.username}` : other)

/** What the staff did. */
function LogPart() {
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
