import { Type } from 'typebox'
import type { ClientCall } from './client-call.ts'
import { Account, Context, CredentialAccount, Status } from './entities.ts'

/** Calls that read accounts and statuses. */

const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })
const NOTHING = Type.Object({})
const PageId = Type.Optional(Type.String({ maxLength: 40, pattern: '^\\d+$' }))

/**
 * Pages of ids: older than `max_id`; or the newest ones that are newer than `since_id`; or those right above `min_id`.
 */
export const PageInput = Type.Object({
  max_id: PageId,
  since_id: PageId,
  min_id: PageId,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 40, default: 20, description: 'A larger one is 40' })),
})

const read = { method: 'GET', rate: 'read' } as const

export const verifyAccount = {
  ...read,
  path: '/api/v1/accounts/verify_credentials',
  summary: 'The own account',
  access: 'member',
  scope: 'profile',
  params: null,
  input: NOTHING,
  answer: CredentialAccount,
} as const satisfies ClientCall

/** OpenID Connect calls it so. */
export const getUserInfo = {
  ...read,
  path: '/oauth/userinfo',
  summary: 'Who the token is of, by the names of OpenID Connect',
  access: 'member',
  scope: 'profile',
  params: null,
  input: NOTHING,
  answer: Type.Object({
    iss: Type.String(),
    sub: Type.String(),
    name: Type.String(),
    preferred_username: Type.String(),
    profile: Type.String(),
    picture: Type.String(),
  }),
} as const satisfies ClientCall

export const getAccount = {
  ...read,
  path: '/api/v1/accounts/:id',
  summary: 'An account',
  access: 'anyone',
  scope: 'read:accounts',
  params: Id,
  input: NOTHING,
  answer: Account,
} as const satisfies ClientCall

export const lookUpAccount = {
  ...read,
  path: '/api/v1/accounts/lookup',
  summary: 'An account by its name, with or without an @ and the host',
  access: 'anyone',
  scope: null,
  params: null,
  input: Type.Object({ acct: Type.String({ minLength: 1, maxLength: 400 }) }),
  answer: Account,
} as const satisfies ClientCall

export const listHome = {
  ...read,
  path: '/api/v1/timelines/home',
  summary: 'The home feed, newest first',
  isCached: true,
  access: 'member',
  scope: 'read:statuses',
  params: null,
  input: PageInput,
  answer: Type.Array(Status),
} as const satisfies ClientCall

export const getStatus = {
  ...read,
  path: '/api/v1/statuses/:id',
  summary: 'A post or a comment',
  access: 'anyone',
  scope: 'read:statuses',
  params: Id,
  input: NOTHING,
  answer: Status,
} as const satisfies ClientCall

export const getContext = {
  ...read,
  path: '/api/v1/statuses/:id/context',
  summary: 'What a status answers, and the comments on it, oldest first',
  access: 'anyone',
  scope: 'read:statuses',
  params: Id,
  input: NOTHING,
  answer: Context,
} as const satisfies ClientCall
