import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { hasRole } from '@quack/contract/entities/roles'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useViewer } from '../../data/members/members.ts'
import type { Role } from '../../data/moderation/moderation.ts'
import { translate } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AppealsPart } from './appeals-part.tsx'
import { FiguresPart } from './figures-part.tsx'
import { LogPart } from './log-part.tsx'
import { MembersPart } from './members-part.tsx'
import { ReportsPart } from './reports-part.tsx'
import { RulesPart } from './rules-part.tsx'
import { SignUpsPart } from './sign-ups-part.tsx'

interface Part {
  readonly name: string
  readonly label: MessageDescriptor
  readonly needs: Role
  readonly Content: ComponentType
}

const PARTS: readonly Part[] = [
  { name: 'reports', label: msg`Reports`, needs: 'moderator', Content: ReportsPart },
  { name: 'appeals', label: msg`Appeals`, needs: 'moderator', Content: AppealsPart },
  { name: 'members', label: msg`Members`, needs: 'moderator', Content: MembersPart },
  { name: 'sign-ups', label: msg`Sign-ups`, needs: 'moderator', Content: SignUpsPart },
  { name: 'rules', label: msg`Rules`, needs: 'owner', Content: RulesPart },
  {
    name: 'figures',
    label: msg({ message: 'Figures', comment: 'Numbers about this Quack' }),
    needs: 'moderator',
    Content: FiguresPart,
  },
  { name: 'log', label: msg({ message: 'Log', comment: 'What the staff did' }), needs: 'moderator', Content: LogPart },
]

/** The pages of the staff. Members without a role see that there is nothing. */
export function ModerationPage() {
  const viewer = useViewer()
  const [params] = useSearchParams()
  if (!viewer) return <PageHeader title={t`Moderation`} />
  const role = viewer.role ?? null
  const parts = PARTS.filter(({ needs }) => hasRole(role, needs))
  const part = parts.find(({ name }) => name === (params.get('part') ?? 'reports'))
  if (!part) {
    return (
      <>
        <PageHeader title={t`Error 404`} />
        <EmptyState text={t`The page you are searching for does not exist`} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={t`Moderation`} pageTitle={`${translate(part.label)} · ${t`Moderation`}`} />
      <nav aria-label={t`Moderation`} className="flex flex-wrap gap-x-1 border-b px-2">
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
            {translate(label)}
          </Link>
        ))}
      </nav>
      <part.Content />
    </>
  )
}
