import { type Static, Type } from 'typebox'
import { Count, Id, Timestamp } from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { VISIBLE_PATTERN } from '../rules/text.ts'
import { endpoints } from './endpoint.ts'
import { pageOf } from './shared.ts'

/** Calls about an installation: what it is, its rules and texts, who may sign up, invitations, and figures. */

const endpoint = endpoints({ noun: 'installation' })

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

export const getMeta = endpoint('GET /api/meta', {
  noun: 'meta',
  summary: 'What a client needs to know about this installation',
  access: 'anyone',
  answer: Type.Object({
    name: Type.String(),
    version: Type.String(),
    moderated: Type.Boolean({ description: 'Whether somebody moderates this installation, so that reports are read' }),
    signUp: SignUpRule,
    mail: Type.Boolean({ description: 'Whether this installation sends mail' }),
    contact: Type.Union([Type.String(), Type.Null()], {
      description: 'Where members find the operator: an e-mail address or the address of a page',
    }),
    apps: Type.Optional(Type.Literal(true, { description: 'Whether apps of other makers can be used: `CLIENT_API`' })),
    guestLogin: Type.Boolean({ description: 'Whether the demo account can sign in' }),
    passkeyHost: Type.Union([Type.String(), Type.Null()], {
      description: 'Passkeys work on pages of this host and its subdomains; null if they work nowhere',
    }),
    presetAvatars: Type.Array(Type.Object({ url: Type.String() })),
    limits: Type.Record(Type.String(), Type.Integer()),
  }),
})

export const getAbout = endpoint('GET /api/about', {
  summary: 'The rules of this installation and what its owners say about it',
  access: 'anyone',
  answer: Type.Object({ about: Type.String(), rules: Type.Array(Rule) }),
  // Nobody moderates this installation.
  errors: ['pathUnknown'],
})

export const editInstallation = endpoint('POST /api/moderation/installation', {
  summary: 'Change the rules, the about text or who may sign up; parts that are not sent stay',
  access: 'owner',
  body: Type.Object({
    about: Type.Optional(Type.String({ maxLength: 10_000 })),
    rules: Type.Optional(Type.Array(Rule, { minItems: 1, maxItems: 30 })),
    signUp: Type.Optional(SignUpRule),
  }),
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

export const listApplications = endpoint('GET /api/moderation/applications', {
  summary: 'Sign-ups that wait for approval, newest first',
  access: 'moderator',
  ...pageOf('applications', Application),
})

export const decideApplication = endpoint('POST /api/moderation/applications/:applicationId', {
  summary: 'Accept a sign-up, or reject it with a reason, which the applicant is told at log-in',
  access: 'moderator',
  success: 201,
  params: Type.Object({ applicationId: Id }),
  body: Type.Object({ accept: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 300 })) }),
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

export const listInvitations = endpoint('GET /api/moderation/invitations', {
  summary: 'Invitations, newest first, without their tokens',
  access: 'moderator',
  ...pageOf('invitations', Invitation),
})

export const createInvitation = endpoint('POST /api/moderation/invitations', {
  summary: 'Create a link with which people sign up; its token is shown this once',
  access: 'moderator',
  success: 201,
  body: Type.Object({
    uses: Type.Integer({ minimum: 1, maximum: limits.INVITATION_USES_MAX }),
    days: Type.Integer({ minimum: 1, maximum: limits.INVITATION_DAYS_MAX }),
  }),
  answer: Type.Object({ invitation: Invitation, token: Type.String() }),
})

export const revokeInvitation = endpoint('DELETE /api/moderation/invitations/:invitationId', {
  summary: 'End an invitation now',
  access: 'moderator',
  params: Type.Object({ invitationId: Id }),
  errors: ['invitationUnknown'],
})

const Day = Type.Object({ day: Type.String({ description: 'YYYY-MM-DD, in UTC' }), members: Count, posts: Count })

export const getStatistics = endpoint('GET /api/moderation/statistics', {
  summary: 'Figures of the installation, up to ten minutes old, and new members and posts of the last 30 days',
  access: 'moderator',
  answer: Type.Object({
    version: Type.String(),
    members: Count,
    posts: Count,
    mediaBytes: Count,
    databaseBytes: Count,
    lastBackupAt: Type.Union([Timestamp, Type.Null()]),
    days: Type.Array(Day, { description: 'Oldest first' }),
  }),
})
export type Statistics = Static<(typeof getStatistics)['answer']>
