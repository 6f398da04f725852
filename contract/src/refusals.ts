import type { EndpointDeclaration } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** What any call can answer: a token that is sent must be good, also where none is needed. */
const ALWAYS = [
  'tokenInvalid',
  'usernameUnknown',
  'requestMalformed',
  'tooManyRequests',
  'unavailable',
  'internal',
] as const

/** A body that is sent is read, also where the call takes none; and what a call writes needs room. */
const WITH_BODY = ['bodyMalformed', 'contentTypeWrong', 'bodyTooLarge', 'fieldInvalid', 'storageFull'] as const

/** Every refusal a call can give: those it declares, and those that every call of its kind can. */
export function refusalsOf({ method, errors }: EndpointDeclaration): ErrorCode[] {
  return [...new Set([...errors, ...ALWAYS, ...(method === 'GET' ? [] : WITH_BODY)])]
}
