import type { OwnReport, TargetKind } from '@quack/contract'
import type { Connection, Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import type { CommentId, DecisionId, MemberId, ReportId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { parseCommentId } from '../../comments/comments.service.ts'
import { findRules } from '../../installation/installation.service.ts'
import { parseMemberId } from '../../members/members.service.ts'
import { getPostId } from '../../posts/post-ids.ts'
import { requireVisible, requireVisibleMember } from '../../visibility/visibility.ts'
import * as decisions from '../decisions/decisions.queries.ts'
import { requireStaff } from '../roles/roles.service.ts'
import * as queries from './reports.queries.ts'
import { copyText, ownReportView } from './reports.view.ts'

export interface ReportInput {
  readonly kind: TargetKind
  readonly id: string
  readonly rule: string
  readonly text?: string
}

/** @throws pathUnknown, memberUnknown, postUnknown, commentUnknown, ruleUnknown, reportSelf */
export async function createReport(db: Database, viewer: Viewer, input: ReportInput): Promise<OwnReport> {
  await requireStaff(db.read)
  const rule = (await findRules(db.read)).find(({ id }) => id === input.rule)
  if (!rule) throw new AppError('ruleUnknown')
  const target = await targetOf(db.read, input)
  const row = await db.write(async (transaction) => {
    const reported = await findReported(transaction, input.kind, target)
    if (!reported) throw new AppError(UNKNOWN[input.kind])
    // The author of a comment may be one whose own posts are for followers.
    const requireSubject = input.kind === 'post' ? requireVisible : requireVisibleMember
    await requireSubject(transaction, viewer.id, reported.subject, UNKNOWN[input.kind])
    const { postAuthor } = reported
    if (postAuthor !== undefined) await requireVisible(transaction, viewer.id, postAuthor, 'commentUnknown')
    if (reported.subject === viewer.id) throw new AppError('reportSelf')
    return queries.putReport(transaction, {
      id: db.ids.next<ReportId>(),
      reporter: viewer.id,
      subject: reported.subject,
      kind: input.kind,
      target,
      rule: rule.title,
      text: (input.text ?? '').trim(),
      copy: copyText(reported),
    })
  })
  return ownReportView(row)
}

const UNKNOWN = { member: 'memberUnknown', post: 'postUnknown', comment: 'commentUnknown' } as const

async function targetOf(db: Connection, { kind, id }: ReportInput): Promise<number> {
  if (kind === 'post') return getPostId(db, id)
  return kind === 'comment' ? parseCommentId(id) : parseMemberId(id)
}

function findReported(db: Connection, kind: TargetKind, id: number) {
  if (kind === 'post') return queries.findPost(db, id as never)
  return kind === 'comment' ? queries.findComment(db, id as CommentId) : queries.findMember(db, id as MemberId)
}

/** @throws decisionUnknown, appealedAlready */
export async function appeal(db: Database, member: MemberId, text: string, reason: string) {
  const id = parseId<DecisionId>(text)
  if (id === null) throw new AppError('decisionUnknown')
  return db.write(async (transaction) => {
    const decision = await decisions.lockOwn(transaction, member, id)
    if (!decision) throw new AppError('decisionUnknown')
    if (decision.appeal_state !== null) throw new AppError('appealedAlready')
    const at = Date.now()
    await decisions.putAppeal(transaction, id, reason.trim(), at)
    return { ...decision, appeal: reason.trim(), appealed_at: at, appeal_state: 'open' as const }
  })
}
