import type { ErrorCode } from '../errors/errors.ts'
import type { Access, EndpointDeclaration } from './endpoint.ts'

/** Refusals of every call. An invalid token is refused even if the call does not need one. */
const ALWAYS = [
  'tokenInvalid',
  'usernameUnknown',
  'scopeMissing',
  'requestMalformed',
  'tooManyRequests',
  'unavailable',
  'internal',
] as const

/** For calls that can have a body. A body is parsed even if the call does not use it, and a write needs disk space. */
const WITH_BODY = ['bodyMalformed', 'contentTypeWrong', 'bodyTooLarge', 'fieldInvalid', 'storageFull'] as const

/** Of calls that need a role. */
const OF_STAFF: Partial<Record<Access, readonly ErrorCode[]>> = {
  moderator: ['pathUnknown'],
  owner: ['pathUnknown', 'ownerOnly'],
}

type Refused = Pick<EndpointDeclaration, 'access' | 'errors'> & { readonly method: string }

/** Every refusal of a call: those that it declares, and those of all calls of its kind. */
export function refusalsOf({ method, access, errors }: Refused): ErrorCode[] {
  return [...new Set([...errors, ...(OF_STAFF[access] ?? []), ...ALWAYS, ...(method === 'GET' ? [] : WITH_BODY)])]
}
