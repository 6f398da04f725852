import { type Static, Type } from 'typebox'
import { Count, Id, PageQuery, page, Timestamp } from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { VISIBLE_PATTERN } from '../rules/text.ts'
import { endpoint } from './endpoint.ts'

/** What the owners decide about their installation: its rules, its texts and who may sign up. */

const Nothing = Type.Object({})

export const Rule = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z0-9-]+$' }),
  title: Type.String({ minLength: 1, maxLength: 100, pattern: VISIBLE_PATTERN }),
  text: Type.String({ maxLength: 1_000 }),
})
export type Rule = Static<typeof Rule>

export const SignUpMode = Type.Enum(['open', 'approval', 'invitation', 'closed'])
export type SignUpMode = Static<typeof SignUpMode>
export const SignUpRule = Type.Object({
  mode: SignUpMode,
  question: Type.String({ maxLength: 300, description: 'For the mode approval; may be empty' }),
})
export type SignUpRule = Static<typeof SignUpRule>

export const getAbout = endpoint({
  method: 'GET',
  path: '/api/about',
  noun: 'installation',
  summary: 'The rules of this installation and what its owners say about it',
  access: 'anyone',
  rate: 'read',
  success: 200,
  answer: Type.Object({ about: Type.String(), rules: Type.Array(Rule) }),
  // Nobody moderates this installation.
  errors: ['pathUnknown'],
})

export const editInstallation = endpoint({
  method: 'POST',
  path: '/api/moderation/installation',
  noun: 'installation',
  summary: 'Change the rules, the about text or who may sign up; parts that are not sent stay',
  access: 'owner',
  rate: 'write',
  body: Type.Object({
    about: Type.Optional(Type.String({ maxLength: 10_000 })),
    rules: Type.Optional(Type.Array(Rule, { minItems: 1, maxItems: 30 })),
    signUp: Type.Optional(SignUpRule),
  }),
  success: 200,
  answer: Nothing,
  errors: ['ruleTwice'],
})

export const Application = Type.Object({
  _id: Id,
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  answer: Type.String(),
  createdAt: Timestamp,
})
export type Application = Static<typeof Application>

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/moderation/applications',
  noun: 'installation',
  summary: 'Sign-ups that wait for approval, newest first',
  access: 'moderator',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: page('applications', Application),
  errors: ['cursorInvalid'],
})

export const decideApplication = endpoint({
  method: 'POST',
  path: '/api/moderation/applications/:applicationId',
  noun: 'installation',
  summary: 'Accept a sign-up, or reject it with a reason, which the applicant is told at log-in',
  access: 'moderator',
  rate: 'write',
  params: Type.Object({ applicationId: Id }),
  body: Type.Object({ accept: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 300 })) }),
  success: 201,
  answer: Nothing,
  errors: ['applicationUnknown', 'usernameTaken', 'messageMissing'],
})

export const Invitation = Type.Object({
  _id: Id,
  creator: Type.String({ description: 'A username' }),
  uses: Count,
  maxUses: Count,
  expiresAt: Timestamp,
  createdAt: Timestamp,
})
export type Invitation = Static<typeof Invitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/moderation/invitations',
  noun: 'installation',
  summary: 'Invitations, newest first, without their tokens',
  access: 'moderator',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: page('invitations', Invitation),
  errors: ['cursorInvalid'],
})

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/moderation/invitations',
  noun: 'installation',
  summary: 'Create a link with which people sign up; its token is shown this once',
  access: 'moderator',
  rate: 'write',
  body: Type.Object({
    uses: Type.Integer({ minimum: 1, maximum: limits.INVITATION_USES_MAX }),
    days: Type.Integer({ minimum: 1, maximum: limits.INVITATION_DAYS_MAX }),
  }),
  success: 201,
  answer: Type.Object({ invitation: Invitation, token: Type.String() }),
  errors: [],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/moderation/invitations/:invitationId',
  noun: 'installation',
  summary: 'End an invitation now',
  access: 'moderator',
  rate: 'write',
  params: Type.Object({ invitationId: Id }),
  success: 200,
  answer: Nothing,
  errors: ['invitationUnknown'],
})

const Day = Type.Object({ day: Type.String({ description: 'YYYY-MM-DD, in UTC' }), members: Count, posts: Count })

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/moderation/statistics',
  noun: 'installation',
  summary: 'Figures of the installation, up to ten minutes old, and new members and posts of the last 30 days',
  access: 'moderator',
  rate: 'read',
  success: 200,
  answer: Type.Object({
    version: Type.String(),
    members: Count,
    posts: Count,
    mediaBytes: Count,
    databaseBytes: Count,
    lastBackupAt: Type.Union([Timestamp, Type.Null()]),
    days: Type.Array(Day, { description: 'Oldest first' }),
  }),
  errors: [],
})
export type Statistics = Static<(typeof getStatistics)['answer']>
