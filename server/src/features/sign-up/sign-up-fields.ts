import { ENDPOINTS } from '@quack/contract'
import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import { EXTRA_FIELDS_MAX_BYTES } from '@quack/contract/rules/limits'
import { AppError } from '../../http/errors/errors.ts'

/** Names of a member's fields and of those in the forms. Extra fields with these names are dropped. */
const OWN_FIELDS = new Set([
  ...[ENDPOINTS.getMember.answer.properties.user, ENDPOINTS.signUp.body, ENDPOINTS.logIn.body].flatMap(
    ({ properties }) => Object.keys(properties),
  ),
  ...['id', 'passwordHash', ...Object.getOwnPropertyNames(Object.prototype)],
])

/** The extra fields of a sign-up, as JSON. @throws extraFieldsTooLarge */
export function extraFieldsOf(input: object): string {
  const extra = JSON.stringify(Object.fromEntries(Object.entries(input).filter(([key]) => !OWN_FIELDS.has(key))))
  if (Buffer.byteLength(extra) > EXTRA_FIELDS_MAX_BYTES) throw new AppError('extraFieldsTooLarge')
  return extra
}

/** One of the default avatars, derived from the username. */
export function defaultAvatar(username: string): string {
  let sum = 0
  for (const letter of username.toLowerCase()) sum += letter.charCodeAt(0)
  return DEFAULT_AVATARS[sum % DEFAULT_AVATARS.length] ?? DEFAULT_AVATARS[0]
}
