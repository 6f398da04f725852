import { Type } from 'typebox'
import { BIO_MAX_LENGTH, NAME_MAX_LENGTH, REPORT_MAX_LENGTH, URL_MAX_LENGTH } from '../rules/limits.ts'
import { issueToken } from './apps.ts'
import { clientCall } from './client-call.ts'
import { CredentialAccount } from './entities.ts'
import { QuotePolicy } from './writing.ts'

/** How a member joins, and changes their own profile. */

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const [Text, Flag] = [text(400), Type.Optional(Type.Boolean())]

const JOIN = 'Become a member, by the rules of our own form; for an app that acts for itself. Refusals name the fields'
export const createAccount = clientCall('POST /api/v1/accounts', null, JOIN, {
  access: 'app',
  rate: 'signup',
  input: Type.Object({
    ...{ username: Text, email: Text, password: Text, agreement: Flag },
    ...{ invite_code: Text, reason: text(REPORT_MAX_LENGTH) },
  }),
  answer: issueToken.answer,
})

const UPDATE =
  'Change the own profile. The display name is split at its last blank into first and last name; the field named Website is the website, and the one named Pronouns the pronouns. What Quack does not have is refused'
const Field = Type.Object({ name: Text, value: text(URL_MAX_LENGTH) })
export const updateAccount = clientCall('PATCH /api/v1/accounts/update_credentials', 'write:accounts', UPDATE, {
  input: Type.Object({
    ...{ display_name: text(2 * NAME_MAX_LENGTH + 1), note: text(BIO_MAX_LENGTH) },
    ...{ locked: Flag, bot: Flag, discoverable: Flag },
    fields_attributes: Type.Optional(Type.Union([Type.Record(Type.String(), Field), Type.Array(Field)])),
    source: Type.Optional(Type.Object({ privacy: Text, sensitive: Flag, quote_policy: QuotePolicy })),
  }),
  answer: CredentialAccount,
  files: { avatar: 'avatar', header: 'avatar' },
})
