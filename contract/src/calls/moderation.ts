import { type Static, Type } from 'typebox'
import { Count, Id, MemberSummary, PageQuery, page, Timestamp } from '../entities/fields.ts'
import { Role } from '../entities/roles.ts'
import * as limits from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { Action, Copy, Decision, TargetKind } from './reports.ts'

/** Calls for the staff. To everybody else they answer like an unknown address. */

const Nothing = Type.Object({})
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

export const listReports = endpoint({
  method: 'GET',
  path: '/api/moderation/reports',
  noun: 'moderation',
  summary: 'Reports, newest first',
  access: 'moderator',
  rate: 'read',
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(['open', 'closed'], { default: 'open' })),
  }),
  success: 200,
  answer: page('reports', Report),
  errors: ['cursorInvalid'],
})

export const StaffDecision = Type.Object({ ...Decision.properties, member: MemberSummary })
export type StaffDecision = Static<typeof StaffDecision>

export const getReport = endpoint({
  method: 'GET',
  path: '/api/moderation/reports/:reportId',
  noun: 'moderation',
  summary: 'One report with what is reported, as it is now, and the history of its author; the access is logged',
  access: 'moderator',
  rate: 'read',
  params: Type.Object({ reportId: Id }),
  success: 200,
  answer: Type.Object({
    report: Report,
    present: Type.Union([Type.Object({ ...Copy.properties, hidden: Type.Boolean() }), Type.Null()], {
      description: 'Null if it was deleted',
    }),
    openReports: Type.Array(Report, { description: 'The newest open reports about the same target, this one too' }),
    reportCount: Type.Integer({ minimum: 0, description: 'Reports about this member, at most 1,000' }),
    decisions: Type.Array(Decision, { description: 'The newest decisions about this member' }),
  }),
  errors: ['reportUnknown'],
})

export const decide = endpoint({
  method: 'POST',
  path: '/api/moderation/decisions',
  noun: 'moderation',
  summary: 'Take actions for reports, which closes them; the members get the message',
  access: 'moderator',
  rate: 'write',
  body: Type.Object({
    reports: Type.Array(Id, { minItems: 1, maxItems: limits.DECIDED_MAX }),
    actions: Type.Array(Action, { minItems: 1, maxItems: 5, uniqueItems: true }),
    message: Type.Optional(Message),
    suspendDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_650, description: 'Without it, a suspension has no end' }),
    ),
  }),
  success: 201,
  answer: Nothing,
  errors: ['reportUnknown', 'actionUnfit', 'messageMissing', 'roleTooLow', 'ownerOnly'],
})

export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/moderation/appeals',
  noun: 'moderation',
  summary: 'Appeals, newest first; reading what only followers may is logged',
  access: 'moderator',
  rate: 'read',
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(['open', 'accepted', 'rejected'], { default: 'open' })),
  }),
  success: 200,
  answer: page('appeals', StaffDecision),
  errors: ['cursorInvalid'],
})

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/moderation/appeals/:decisionId',
  noun: 'moderation',
  summary: 'Accept an appeal, which takes back hiding, a limit and a suspension, or reject it',
  access: 'moderator',
  rate: 'write',
  params: Type.Object({ decisionId: Id }),
  body: Type.Object({ accept: Type.Boolean(), message: Type.Optional(Message) }),
  success: 201,
  answer: Nothing,
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

export const listStaffMembers = endpoint({
  method: 'GET',
  path: '/api/moderation/members',
  noun: 'moderation',
  summary: 'Members by username',
  access: 'moderator',
  rate: 'read',
  query: Type.Object({
    ...PageQuery.properties,
    search: Type.Optional(Type.String({ maxLength: limits.USERNAME_MAX_LENGTH, description: 'How usernames begin' })),
    filter: Type.Optional(Type.Enum(['all', 'limited', 'suspended', 'staff'], { default: 'all' })),
  }),
  success: 200,
  answer: page('members', StaffMember),
  errors: ['cursorInvalid'],
})

export const setRole = endpoint({
  method: 'POST',
  path: '/api/moderation/members/:id/role',
  noun: 'moderation',
  summary: 'Give a member a role, or take it away',
  access: 'owner',
  rate: 'write',
  params: Type.Object({ id: Id }),
  body: Type.Object({ role: Type.Union([Role, Type.Null()]) }),
  success: 200,
  answer: Nothing,
  errors: ['confirmationNeeded', 'memberUnknown', 'roleTooLow', 'lastOwner', 'guestFixed'],
})

export const endSuspension = endpoint({
  method: 'POST',
  path: '/api/moderation/members/:id/restore',
  noun: 'moderation',
  summary: 'End the suspension of a member',
  access: 'moderator',
  rate: 'write',
  params: Type.Object({ id: Id }),
  success: 200,
  answer: Nothing,
  errors: ['memberUnknown', 'notSuspended', 'roleTooLow'],
})

export const endLimit = endpoint({
  method: 'POST',
  path: '/api/moderation/members/:id/unlimit',
  noun: 'moderation',
  summary: 'End the limit of a member: everyone sees the posts and follow lists again, unless the account is private',
  access: 'moderator',
  rate: 'write',
  params: Type.Object({ id: Id }),
  success: 200,
  answer: Nothing,
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

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/moderation/audit',
  noun: 'moderation',
  summary: 'What the staff did, newest first; nothing is ever changed or deleted there',
  access: 'moderator',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: page('entries', AuditEntry),
  errors: ['cursorInvalid'],
})
