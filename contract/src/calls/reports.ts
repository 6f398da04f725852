import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { VISIBLE_PATTERN } from '../rules/text.ts'
import { endpoints } from './endpoint.ts'
import { pageOf } from './shared.ts'

/** Reports by members, and what a member sees of moderators' decisions. */

const endpoint = endpoints({ noun: 'reports' })

export const TargetKind = Type.Enum(['member', 'post', 'comment'])
export type TargetKind = Static<typeof TargetKind>

export const Copy = Type.Object(
  {
    text: Type.String({ description: 'Of a member: the bio, then in lines of their own the pronouns and fields' }),
    mediaUrl: Type.String({ description: 'Of a member: the avatar; may be empty' }),
    alt: Type.String(),
    furtherPictures: Type.Optional(
      Type.Array(Type.Object({ url: Type.String(), alt: Type.String() }), {
        description: 'The pictures of a post after the first one, or the header of a member, if there are any',
      }),
    ),
    warning: Type.Optional(Type.String({ description: 'Of a post, if it has one' })),
    pollOptions: Type.Optional(Type.Array(Type.String(), { description: 'Of a post with a poll' })),
    sensitive: Type.Optional(Type.Literal(true, { description: 'Of a post whose media are blurred' })),
  },
  { description: 'What was reported, as it was at that time' },
)
export type Copy = Static<typeof Copy>

export const OwnReport = Type.Object({
  _id: Id,
  kind: TargetKind,
  rule: Type.String({ description: 'The title of the rule' }),
  text: Type.String(),
  copy: Copy,
  outcome: Type.Enum(['open', 'noAction', 'action']),
  createdAt: Timestamp,
  closedAt: Type.Union([Timestamp, Type.Null()]),
})
export type OwnReport = Static<typeof OwnReport>

export const createReport = endpoint('POST /api/reports', {
  summary: 'Report a member, post or comment; a repeated report replaces the rule and the text of the open one',
  access: 'member',
  rate: 'report',
  success: 201,
  body: Type.Object({
    kind: TargetKind,
    id: Id,
    rule: Type.String({ minLength: 1, maxLength: 40, description: 'The id of a rule of the installation' }),
    text: Type.Optional(Type.String({ maxLength: limits.REPORT_MAX_LENGTH })),
  }),
  answer: Type.Object({ report: OwnReport }),
  // pathUnknown: nobody moderates this installation.
  errors: ['pathUnknown', 'memberUnknown', 'postUnknown', 'commentUnknown', 'ruleUnknown', 'reportSelf'],
})

export const listOwnReports = endpoint('GET /api/reports', {
  summary: "The viewer's own reports and their outcome, newest first",
  access: 'member',
  ...pageOf('reports', OwnReport),
})

/** 'warn' tells the member alone; 'addWarning' covers a post. */
export const Action = Type.Enum(['none', 'addWarning', 'hide', 'warn', 'limit', 'suspend', 'delete'])
export type Action = Static<typeof Action>

export const Appeal = Type.Object({
  text: Type.String(),
  state: Type.Enum(['open', 'accepted', 'rejected']),
  answer: Type.String({ description: "The moderator's message; empty while the appeal is open" }),
  createdAt: Timestamp,
})

export const Decision = Type.Object({
  _id: Id,
  kind: TargetKind,
  copy: Copy,
  actions: Type.Array(Action),
  message: Type.String(),
  warning: Type.Optional(Type.String({ description: "For 'addWarning': what was put on the post" })),
  suspendedUntil: Type.Union([Timestamp, Type.Null()]),
  appeal: Type.Union([Appeal, Type.Null()]),
  createdAt: Timestamp,
})
export type Decision = Static<typeof Decision>

export const listOwnDecisions = endpoint('GET /api/decisions', {
  summary: 'What moderators decided about the viewer, newest first',
  access: 'member',
  ...pageOf('decisions', Decision),
})

export const markDecisionsSeen = endpoint('POST /api/decisions/seen', {
  summary: 'Set the number of unread decisions to 0',
  access: 'member',
})

const AppealText = Type.String({ minLength: 1, maxLength: limits.REPORT_MAX_LENGTH, pattern: VISIBLE_PATTERN })

export const appealDecision = endpoint('POST /api/decisions/:decisionId/appeal', {
  summary: 'Appeal a decision about the viewer, once',
  access: 'member',
  rate: 'report',
  success: 201,
  params: Type.Object({ decisionId: Id }),
  body: Type.Object({ text: AppealText }),
  answer: Type.Object({ decision: Decision }),
  errors: ['decisionUnknown', 'appealedAlready'],
})

const credentials = {
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: limits.PASSWORD_MAX_LENGTH }),
}

/** For suspended members, who cannot sign in. */
export const readSuspension = endpoint('POST /api/auth/suspension', {
  summary: 'Why an account is suspended and until when, and with a text, appeal that decision once',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({ ...credentials, appeal: Type.Optional(AppealText) }),
  answer: Type.Object({
    suspendedUntil: Type.Union([Timestamp, Type.Null()]),
    decision: Type.Union([Decision, Type.Null()], { description: 'Null if the operator suspended the account' }),
  }),
  errors: ['usernameUnknown', 'credentialsInvalid', 'notSuspended', 'decisionUnknown', 'appealedAlready'],
})
