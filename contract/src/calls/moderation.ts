import { type Static, Type } from 'typebox'
import { Count, Id, MemberSummary, PageQuery, page, Timestamp } from '../entities/fields.ts'
import { Role } from '../entities/roles.ts'
import * as limits from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { Action, Copy, Decision, TargetKind } from './reports.ts'
import { pageOf } from './shared.ts'

/** Calls for the staff. To everybody else they answer like an unknown address. */

const endpoint = endpoints({ noun: 'moderation' })

const editedAt = Type.Optional({ ...Timestamp, description: 'As of the post or comment: it has earlier versions' })

const Message = Type.String({ maxLength: limits.REPORT_MAX_LENGTH })

export const Report = Type.Object({
  _id: Id,
  kind: TargetKind,
  targetId: Id,
  subject: MemberSummary,
  reporter: MemberSummary,
  rule: Type.String(),
  text: Type.String(),
  copy: Copy,
  withheld: Type.Optional(
    Type.Literal(true, {
      description: 'Only followers may read it: the queue has an empty copy, the report all of it',
    }),
  ),
  outcome: Type.Enum(['open', 'noAction', 'action']),
  createdAt: Timestamp,
})
export type Report = Static<typeof Report>

export const listReports = endpoint('GET /api/moderation/reports', {
  summary: 'Reports, newest first',
  access: 'moderator',
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(['open', 'closed'], { default: 'open' })),
  }),
  answer: page('reports', Report),
  errors: ['cursorInvalid'],
})

export const StaffDecision = Type.Object({ ...Decision.properties, member: MemberSummary })
export type StaffDecision = Static<typeof StaffDecision>

export const getReport = endpoint('GET /api/moderation/reports/:reportId', {
  summary:
    'One report with what is reported, as it was and as it is now, and the newest decisions about whoever is reported; the access is logged',
  access: 'moderator',
  params: Type.Object({ reportId: Id }),
  answer: Type.Object({
    report: Report,
    present: Type.Union([Type.Object({ ...Copy.properties, hidden: Type.Boolean(), editedAt }), Type.Null()], {
      description: 'Null if it was deleted',
    }),
    conversation: Type.Optional(
      Type.Object(
        {
          postId: Type.String({ description: 'The public id of the post' }),
          answered: Type.Optional(
            Type.Union([Type.Object({ author: MemberSummary, text: Type.String() }), Type.Null()], {
              description: 'The comment that it answers, if it answers one; null if that is gone',
            }),
          ),
        },
        { description: 'Of a comment that was not deleted: where it stands' },
      ),
    ),
    openReports: Type.Array(Report, { description: 'The newest open reports about the same target, this one too' }),
    reportCount: Type.Integer({ minimum: 0, description: 'Reports about this member, at most 1,000' }),
    decisions: Type.Array(Decision, { description: 'The newest decisions about this member' }),
  }),
  errors: ['reportUnknown'],
})

export const decide = endpoint('POST /api/moderation/decisions', {
  summary: 'Take actions for reports, which closes them; unless the action is `none`, the members get the message',
  access: 'moderator',
  success: 201,
  body: Type.Object({
    reports: Type.Array(Id, { minItems: 1, maxItems: limits.DECIDED_MAX }),
    actions: Type.Array(Action, { minItems: 1, maxItems: 6, uniqueItems: true }),
    message: Type.Optional(Message),
    warning: Type.Optional(
      Type.String({
        maxLength: limits.WARNING_MAX_LENGTH,
        description: "For 'addWarning': what covers the posts, in place of their authors' own warnings",
      }),
    ),
    suspendDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_650, description: 'Without it, a suspension has no end' }),
    ),
  }),
  errors: ['reportUnknown', 'actionUnfit', 'messageMissing', 'warningMissing', 'roleTooLow', 'ownerOnly'],
})

export const listAppeals = endpoint('GET /api/moderation/appeals', {
  summary: 'Appeals, newest first; reading what only followers may is logged',
  access: 'moderator',
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(['open', 'accepted', 'rejected'], { default: 'open' })),
  }),
  answer: page('appeals', StaffDecision),
  errors: ['cursorInvalid'],
})

export const decideAppeal = endpoint('POST /api/moderation/appeals/:decisionId', {
  summary:
    'Accept an appeal, which takes back hiding, a warning, a limit and a suspension that are in force because of the decision, or reject it',
  access: 'moderator',
  success: 201,
  params: Type.Object({ decisionId: Id }),
  body: Type.Object({ accept: Type.Boolean(), message: Type.Optional(Message) }),
  errors: ['decisionUnknown', 'roleTooLow'],
})

export const StaffMember = Type.Object({
  ...MemberSummary.properties,
  role: Type.Union([Role, Type.Null()]),
  postsCount: Count,
  limited: Type.Boolean({ description: 'Only followers see the posts and follow lists' }),
  suspended: Type.Boolean(),
  suspendedUntil: Type.Union([Timestamp, Type.Null()]),
  createdAt: Timestamp,
})
export type StaffMember = Static<typeof StaffMember>

export const listStaffMembers = endpoint('GET /api/moderation/members', {
  summary: 'Members by username',
  access: 'moderator',
  query: Type.Object({
    ...PageQuery.properties,
    search: Type.Optional(Type.String({ maxLength: limits.USERNAME_MAX_LENGTH, description: 'How usernames begin' })),
    filter: Type.Optional(Type.Enum(['all', 'limited', 'suspended', 'staff'], { default: 'all' })),
  }),
  answer: page('members', StaffMember),
  errors: ['cursorInvalid'],
})

export const setRole = endpoint('POST /api/moderation/members/:id/role', {
  summary: 'Give a member a role, or take it away',
  access: 'owner',
  params: Type.Object({ id: Id }),
  body: Type.Object({ role: Type.Union([Role, Type.Null()]) }),
  errors: ['confirmationNeeded', 'memberUnknown', 'roleTooLow', 'lastOwner', 'guestFixed'],
})

export const endSuspension = endpoint('POST /api/moderation/members/:id/restore', {
  summary: 'End the suspension of a member',
  access: 'moderator',
  params: Type.Object({ id: Id }),
  errors: ['memberUnknown', 'notSuspended', 'roleTooLow'],
})

export const endLimit = endpoint('POST /api/moderation/members/:id/unlimit', {
  summary: 'End the limit of a member: everyone sees the posts and follow lists again, unless the account is private',
  access: 'moderator',
  params: Type.Object({ id: Id }),
  errors: ['memberUnknown', 'notLimited', 'roleTooLow'],
})

export const AuditEntry = Type.Object({
  _id: Id,
  actor: Type.Union([MemberSummary, Type.Null()], {
    description: 'Null for the command line, and for removed members',
  }),
  action: Type.String(),
  kind: Type.String(),
  targetId: Type.Union([Id, Type.Null()]),
  target: Type.Union([MemberSummary, Type.Null()], {
    description: 'Null unless the target is a member who still exists',
  }),
  detail: Type.String(),
  createdAt: Timestamp,
})
export type AuditEntry = Static<typeof AuditEntry>

export const listAuditLog = endpoint('GET /api/moderation/audit', {
  summary: 'What the staff did, newest first; nothing is ever changed or deleted there',
  access: 'moderator',
  ...pageOf('entries', AuditEntry),
})
