import type { Action } from '@quack/contract'
import { hasRole } from '@quack/contract/entities/roles'
import { isBlank, toWarning } from '@quack/contract/rules/text'
import type { Connection, Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { CommentId, DecisionId, MemberId, PostId, ReportId, TargetKind } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { anonymiseIn } from '../account/removal.service.ts'
import { removeComments } from '../comments/comments.service.ts'
import { notifyOutcomes } from '../notifications/causes/notify.ts'
import { putWarning, takeOffWarning } from '../posts/hidden-posts.queries.ts'
import { recordAudit } from './audit/audit.queries.ts'
import * as decisions from './decisions/decisions.queries.ts'
import { listLimitedByOperator, nameMeasure, namePostMeasure } from './decisions/measures.queries.ts'
import { closeReports, limitMembers, lockReports, type ReportRow, unlimitMember } from './moderation.queries.ts'
import { hidePosts, removePosts, showPost } from './post-actions.ts'
import { requireAbove } from './roles/roles.service.ts'
import { restoreIn, suspendUntil } from './suspension.service.ts'

const DAY_MS = 24 * 60 * 60_000

export interface DecisionInput {
  readonly reports: readonly string[]
  readonly actions: readonly Action[]
  readonly message?: string
  readonly warning?: string
  readonly suspendDays?: number
}

/**
 * Takes actions for reports and closes them. Unless the action is `none`, each member gets one decision for each
 * target, which they may appeal.
 * @returns the member whose account was deleted, whose rows have to be removed; null for none
 * @throws reportUnknown, actionUnfit, messageMissing, warningMissing, roleTooLow, ownerOnly
 */
export async function decide(db: Database, viewer: Viewer, input: DecisionInput): Promise<MemberId | null> {
  const ids = [...new Set(input.reports)].map((text) => parseId<ReportId>(text))
  const message = (input.message ?? '').trim()
  const isAction = !input.actions.includes('none')
  if (isAction && isBlank(message)) throw new AppError('messageMissing')
  const warning = input.actions.includes('addWarning') ? toWarning(input.warning ?? '') : null
  if (warning === '') throw new AppError('warningMissing')
  return db.write(async (transaction) => {
    const reports = await lockReports(
      transaction,
      ids.filter((id) => id !== null),
    )
    if (reports.length < ids.length) throw new AppError('reportUnknown')
    requireFit(viewer, input.actions, reports)
    const members = [...new Set(reports.map((report) => report.subject_id))]
    await requireAbove(transaction, viewer, members)
    const now = Date.now()
    const hasEnd = input.actions.includes('suspend') && input.suspendDays !== undefined
    const until = hasEnd ? now + (input.suspendDays ?? 0) * DAY_MS : null

    await closeReports(
      transaction,
      reports.map((report) => report.id),
      now,
      isAction,
    )
    await notifyOutcomes(db, transaction, reports)
    const targets = [
      ...new Map(reports.map((report) => [`${report.target_kind} ${report.target_id}`, report])).values(),
    ]
    const made = isAction
      ? await storeDecisions(db, transaction, targets, { actions: input.actions, message, warning, until })
      : new Map<ReportRow, DecisionId>()
    await nameMeasures(transaction, input.actions, made)
    const deleted = await act(db, transaction, { actions: input.actions, warning, until }, targets, members)
    const records = targets.map((target) => ({
      actor: viewer.id,
      action: input.actions.join(', '),
      kind: target.target_kind,
      target: target.target_id,
      detail: `report ${target.id}`,
    }))
    await recordAudit(db, transaction, records)
    return deleted
  })
}

type Terms = Required<Pick<DecisionInput, 'actions' | 'message'>> & {
  /** What covers the posts; null for nothing. */
  readonly warning: string | null
  readonly until: number | null
}

async function storeDecisions(
  db: Database,
  transaction: Connection,
  targets: readonly ReportRow[],
  { actions, message, warning, until }: Terms,
): Promise<ReadonlyMap<ReportRow, DecisionId>> {
  const made = new Map(targets.map((target) => [target, db.ids.next<DecisionId>()]))
  const rows = [...made].map(([target, id]) => ({
    id,
    member_id: target.subject_id,
    target_kind: target.target_kind,
    target_id: target.target_id,
    copy: target.copy,
    actions: JSON.stringify(actions),
    message,
    warning: warning ?? '',
    suspended_until: until,
  }))
  await decisions.insertDecisions(transaction, rows)
  await decisions.countUnread(transaction, [...made.values()])
  return made
}

/** Before the measures are taken: a limit that the operator has set before stays theirs. */
async function nameMeasures(
  transaction: Connection,
  actions: readonly Action[],
  made: ReadonlyMap<ReportRow, DecisionId>,
): Promise<void> {
  // The last one of each member.
  const byMember = new Map([...made].map(([target, id]) => [target.subject_id, id]))
  if (actions.includes('suspend')) await nameMeasure(transaction, 'suspends', byMember)
  if (actions.includes('limit')) {
    const limited = new Map(byMember)
    for (const member of await listLimitedByOperator(transaction, [...byMember.keys()])) limited.delete(member)
    await nameMeasure(transaction, 'limits', limited)
  }
  const posts = [...made].filter(([target]) => target.target_kind === 'post')
  const byPost = new Map(posts.map(([target, id]) => [target.target_id as PostId, id]))
  if (actions.includes('hide')) await namePostMeasure(transaction, 'hides', byPost)
  if (actions.includes('addWarning')) await namePostMeasure(transaction, 'adds_warning', byPost)
}

/** @returns the member whose account was deleted; null for none */
async function act(
  db: Database,
  transaction: Connection,
  { actions, warning, until }: Omit<Terms, 'message'>,
  targets: readonly ReportRow[],
  members: readonly MemberId[],
): Promise<MemberId | null> {
  const idsOf = <Id extends number>(kind: TargetKind) =>
    targets.filter((target) => target.target_kind === kind).map((target) => target.target_id as Id)
  if (warning !== null) await putWarning(transaction, idsOf<PostId>('post'), warning, Date.now())
  if (actions.includes('hide')) await hidePosts(transaction, idsOf<PostId>('post'))
  if (actions.includes('limit')) await limitMembers(transaction, members)
  if (actions.includes('suspend')) await suspendUntil(transaction, members, until)
  if (!actions.includes('delete')) return null
  await removePosts(db, transaction, idsOf<PostId>('post'))
  await removeComments(transaction, idsOf<CommentId>('comment'))
  const [member] = idsOf<MemberId>('member')
  if (member === undefined) return null
  await anonymiseIn(transaction, member)
  return member
}

/**
 * Accepting takes back what can be taken back, if it is in force because of this decision and no later one: a hidden
 * post, a warning, a limit, a suspension.
 * @throws decisionUnknown, roleTooLow
 */
export async function decideAppeal(
  db: Database,
  viewer: Viewer,
  text: string,
  { accept, message = '' }: { accept: boolean; message?: string },
): Promise<void> {
  const id = parseId<DecisionId>(text)
  if (id === null) throw new AppError('decisionUnknown')
  await db.write(async (transaction) => {
    const decision = await decisions.lockAppealed(transaction, id)
    if (!decision) throw new AppError('decisionUnknown')
    const member = decision.member_id
    await requireAbove(transaction, viewer, [member])
    await decisions.closeAppeal(transaction, id, accept ? 'accepted' : 'rejected', message.trim())
    await decisions.countUnread(transaction, [id])
    if (accept && decision.hides === 1) await showPost(transaction, decision.target_id as PostId)
    if (accept && decision.adds_warning === 1)
      await takeOffWarning(transaction, decision.target_id as PostId, Date.now())
    if (accept && decision.limits === 1) await unlimitMember(transaction, member)
    if (accept && decision.suspends === 1) await restoreIn(transaction, member)
    const action = accept ? 'accept appeal' : 'reject appeal'
    await recordAudit(db, transaction, [{ actor: viewer.id, action, kind: 'decision', target: id }])
  })
}

/**
 * Whether actions fit what was reported. Posts can be hidden, and get warnings. Posts and comments can be deleted,
 * together or alone. Only an owner deletes an account, one at a time, because nothing brings it back.
 * @throws actionUnfit, ownerOnly
 */
function requireFit(
  { role }: Pick<Viewer, 'role'>,
  actions: readonly Action[],
  reports: readonly Pick<ReportRow, 'target_kind' | 'target_id'>[],
): void {
  const kinds = new Set(reports.map((report) => report.target_kind))
  const isAboutPosts = actions.includes('hide') || actions.includes('addWarning')
  const isUnfit =
    (actions.includes('none') && actions.length > 1) ||
    (isAboutPosts && (!kinds.has('post') || kinds.size > 1)) ||
    (actions.includes('delete') && kinds.has('member') && (kinds.size > 1 || hasSeveralTargets(reports))) ||
    (actions.includes('delete') && isAboutPosts)
  if (isUnfit) throw new AppError('actionUnfit')
  if (actions.includes('delete') && kinds.has('member') && !hasRole(role, 'owner')) throw new AppError('ownerOnly')
}

function hasSeveralTargets(reports: readonly Pick<ReportRow, 'target_id'>[]): boolean {
  return new Set(reports.map((report) => report.target_id)).size > 1
}
