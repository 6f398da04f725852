import { ENDPOINTS, type EndpointName, ErrorBodySchema } from '@quack/contract'
import { Member } from '@quack/contract/entities/entities'
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'

type Json = { [key: string]: unknown }

const ajv = new Ajv({ strict: false, allErrors: false })
/** Validators by declared schema, which several calls may share. */
const compiled = new Map<object, ValidateFunction>()

/** What others may see of a member: only declared properties, nothing that the member alone knows, no bookmarks. */
const {
  email: _email,
  role: _role,
  followRequests: _requests,
  unreadDecisions: _decisions,
  unreadAccountEvents: _events,
  resumesHome: _resumesHome,
  whoMayRepost: _whoMayRepost,
  whoMayQuote: _whoMayQuote,
  sensitiveMedia: _sensitiveMedia,
  readWarnings: _readWarnings,
  readLanguages: _readLanguages,
  locale: _locale,
  ...publicProperties
} = Member.properties
const isPublicMember = ajv.compile(
  close({ ...Member, additionalProperties: false, properties: publicProperties, required: Member.required }),
)

/**
 * Describes how an answer differs from its declaration. An undeclared property is a difference.
 * @param viewer the member whose own record may contain more; null for a visitor
 */
export function findBreach(name: EndpointName | 'error', body: unknown, viewer: string | null): string | null {
  const schema = name === 'error' ? ErrorBodySchema : ENDPOINTS[name].answer
  const validate = compiled.get(schema) ?? ajv.compile(close(schema))
  compiled.set(schema, validate)
  if (!validate(body)) return problemOf(validate)
  // A sign-up or sign-in answers the member's own record.
  if (name === 'signUp' || name === 'logIn' || name === 'signInWithPasskey') return null
  for (const member of membersIn(body)) {
    if (member._id === viewer) continue
    if (!isPublicMember(member)) return `of another member, ${problemOf(isPublicMember)}`
    if (!Array.isArray(member.bookmarks) || member.bookmarks.length > 0) return "it shows another member's bookmarks"
  }
  return null
}

function problemOf(validate: ValidateFunction): string {
  const [error] = validate.errors ?? []
  return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
}

function membersIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap(membersIn)
  return 'followersCount' in value ? [value as Json, ...nested] : nested
}

/** The schema with every object closed, except those that are declared open. */
function close(schema: unknown): AnySchema {
  if (Array.isArray(schema)) return schema.map(close) as unknown as AnySchema
  if (typeof schema !== 'object' || schema === null) return schema as AnySchema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)])) as Json
  if (copy.type === 'object' && 'properties' in copy) copy.additionalProperties ??= false
  return copy
}
