import { ENDPOINTS, type ErrorCode, type Member } from '@quack/contract'
import { ProfileExtrasInput } from '@quack/contract/calls/members'
import type { ClientInput } from '@quack/contract/client-api/client-call'
import * as calls from '@quack/contract/client-api/own-account'
import { includesScope } from '@quack/contract/client-api/scopes'
import { QUOTE_POLICIES } from '@quack/contract/client-api/writing'
import { NAME_MAX_LENGTH, PRONOUNS_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank, toWebsite } from '@quack/contract/rules/text'
import type { ErrorObject } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { ajv, describeProblem } from '../../../http/errors/validation.ts'
import { requireOwn } from '../../../reading/viewer.ts'
import { setPrivate } from '../../follows/follow-requests.service.ts'
import type { MediaProcessing } from '../../media/media.processing.ts'
import { editProfile, setWarnings } from '../../members/members.service.ts'
import { setRules } from '../../reposts/reposts.service.ts'
import type { Enrol } from '../../sign-up/sign-up.routes.ts'
import { requireAppToken, startSignedUp } from '../apps/apps.service.ts'
import { bindClient, type ClientContext } from '../transport/bind-client.ts'
import { FieldsRefused, refuseAny } from '../transport/client-errors.ts'
import { credentialView, displayNameOf, PRONOUNS, WEBSITE } from './account.view.ts'
import { findAccount } from './accounts.read.ts'

export interface OwnAccountOptions {
  readonly enrol: Enrol
  readonly processing: MediaProcessing
  readonly sweepSoon: () => void
  readonly checkLinks: () => void
}

export function registerOwnAccount(scope: FastifyInstance, db: Database, options: OwnAccountOptions): void {
  const { enrol, processing, sweepSoon, checkLinks } = options

  bindClient(scope, calls.createAccount, async ({ input, request, reply }) => {
    const app = await requireAppToken(db.read, request)
    if (!includesScope(app.scopes.split(' '), 'write:accounts')) throw new AppError('scopeMissing')
    const { username = '', email = '', password = '', reason: signUpAnswer = '', invite_code: invitation } = input
    requireValid(input)
    const form = { firstName: username, lastName: '', username, email, password, signUpAnswer }
    return enrol({ ...form, ...(invitation && { invitation }) }, { request, reply }, (transaction, { id }) =>
      startSignedUp(db, transaction, id, app),
    ).catch((error: unknown) => {
      const [field, kind] = (error instanceof AppError && OF_FIELD[error.code]) || []
      if (!field || !kind) throw error
      throw new FieldsRefused([{ field, error: kind, description: (error as AppError).message }])
    })
  })

  const update = async (context: ClientContext<typeof calls.updateAccount>) => {
    const { input, files, viewer, hydration, urls } = context
    const { display_name: name, note, locked, source } = input
    const member = await findAccount(db.primary, viewer.id, hydration)
    requireKept(input, member)
    const isRenamed = name !== undefined && name.trim() !== displayNameOf(member)
    if (isRenamed) requireOwn(viewer)
    const { website, ...facts } = factsOf(input)
    const header = files.get('header')
    const profile = { ...facts, ...(header && { headerURL: header.url }) }
    const change = { bio: note, website, avatarURL: files.get('avatar')?.url, bot: input.bot, profile }
    await editProfile(db, viewer, change, isRenamed ? namesOf(name.trim() || member.username) : {})
    if (locked !== undefined) await setPrivate(db, viewer, locked)
    if (source?.quote_policy) await setRules(db, viewer, { whoMayQuote: QUOTE_POLICIES[source.quote_policy] })
    if (source?.sensitive !== undefined) await setWarnings(db, viewer, { sensitiveMedia: source.sensitive })
    sweepSoon()
    if (input.fields_attributes) checkLinks()
    return credentialView(await findAccount(db.primary, viewer.id, hydration), urls)
  }
  bindClient(scope, calls.updateAccount, update, { intake: processing })
}

/** Which field our refusals of a sign-up are about. */
const OF_FIELD: Partial<Record<ErrorCode, readonly [field: string, error: string]>> = {
  usernameTaken: ['username', 'ERR_TAKEN'],
  usernameReserved: ['username', 'ERR_RESERVED'],
  signUpAnswerMissing: ['reason', 'ERR_BLANK'],
  invitationNeeded: ['invite_code', 'ERR_BLANK'],
  invitationInvalid: ['invite_code', 'ERR_INVALID'],
}
const KINDS = new Map([
  ['required', 'ERR_BLANK'],
  ['minLength', 'ERR_TOO_SHORT'],
  ['maxLength', 'ERR_TOO_LONG'],
])
const { username, email, password } = ENDPOINTS.signUp.body.properties
const validate = ajv({ allErrors: true }).compile(Type.Object({ username, email, password }))

/** @throws FieldsRefused */
function requireValid(input: ClientInput<typeof calls.createAccount>): void {
  const errors: readonly ErrorObject[] = validate(input) ? [] : (validate.errors ?? [])
  const problems = errors.map((each) => ({
    field: each.params.missingProperty ?? each.instancePath.slice(1),
    error: KINDS.get(each.keyword) ?? 'ERR_INVALID',
    description: describeProblem({ validation: [each] }),
  }))
  const agreed = { field: 'agreement', error: 'ERR_ACCEPTED', description: 'The rules must be accepted.' }
  if (input.agreement !== true) problems.push(agreed)
  if (problems.length > 0) throw new FieldsRefused(problems)
}

const OWN_FACTS = new Map([
  [WEBSITE.toLowerCase(), 'website'],
  [PRONOUNS.toLowerCase(), 'pronouns'],
] as const)
const FITS = {
  website: (value: string) => toWebsite(value) !== null,
  pronouns: (value: string) => value.trim().length <= PRONOUNS_MAX_LENGTH,
}
const isProfile = ajv({}).compile(ProfileExtrasInput)

interface Facts {
  website: string
  pronouns: string
  fields: { name: string; value: string }[]
}

type Update = ClientInput<typeof calls.updateAccount>

/** Refuses what a profile could not keep to. @throws fieldInvalid */
function requireKept({ discoverable, locked, source }: Update, member: Member): void {
  const privacy = (locked ?? member.private) ? 'private' : 'public'
  refuseAny([
    discoverable === false && 'discoverable: everybody can be found here',
    source?.privacy && source.privacy !== privacy && 'privacy: who sees posts is `locked` here',
  ])
}

/** @throws fieldInvalid */
function namesOf(name: string) {
  const [, first = '', last = ''] = /^(.*\S)\s+(\S+)$/su.exec(name.trim()) ?? ['', name.trim()]
  if (isBlank(first) || Math.max(first.length, last.length) > NAME_MAX_LENGTH) {
    throw new AppError('fieldInvalid', `display_name: first and last name have at most ${NAME_MAX_LENGTH} characters`)
  }
  return { first_name: first, last_name: last }
}

/**
 * Website, pronouns and fields, of what apps know as one list. A field without a name is the website. One that is named
 * so, but has something else, is a field.
 * @throws fieldInvalid
 */
function factsOf({ fields_attributes: sent }: Update): Partial<Facts> {
  if (sent === undefined) return {}
  const facts: Facts = { website: '', pronouns: '', fields: [] }
  for (const { name: given = '', value = '' } of Object.values(sent)) {
    const name = isBlank(given) ? WEBSITE : given.trim()
    const own = OWN_FACTS.get(name.toLowerCase())
    if (isBlank(value)) continue
    if (own && facts[own] === '' && FITS[own](value)) facts[own] = value
    else facts.fields.push({ name: given, value })
  }
  if (!isProfile(facts)) throw new AppError('fieldInvalid', describeProblem({ validation: isProfile.errors ?? [] }))
  return facts
}
