import { Type } from 'typebox'
import { Member, ReadWarnings } from '../entities/entities.ts'
import { EmbedQuery, Username } from '../entities/fields.ts'
import { LANGUAGE_CODE, LANGUAGES_MAX } from '../rules/languages.ts'
import * as limits from '../rules/limits.ts'
import { LOCALES } from '../rules/locales.ts'
import { VISIBLE_PATTERN } from '../rules/text.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'members' })

export const listMembers = endpoint('GET /api/users', {
  summary: 'Members, newest first',
  access: 'anyone',
  ...entityPageOf('users', Member),
})

export const getMember = endpoint('GET /api/users/:username', {
  summary: 'One member',
  access: 'anyone',
  params: Type.Object({ username: Username }),
  query: EmbedQuery,
  answer: Type.Object({ user: Member }),
  errors: ['memberUnknown'],
})

/** As `ProfileExtras` of a member. What is not sent stays. */
export const ProfileExtrasInput = Type.Object({
  pronouns: Type.Optional(Type.String({ maxLength: limits.PRONOUNS_MAX_LENGTH })),
  headerURL: Type.Optional(
    Type.String({ maxLength: limits.URL_MAX_LENGTH, description: 'Of a picture uploaded here; empty for none' }),
  ),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ pattern: VISIBLE_PATTERN, maxLength: limits.FIELD_NAME_MAX_LENGTH }),
        value: Type.String({ pattern: VISIBLE_PATTERN, maxLength: limits.FIELD_VALUE_MAX_LENGTH }),
      }),
      {
        maxItems: limits.FIELDS_MAX,
        description:
          'All of them. A value that is an address is verified soon: its page has to link to the profile with `rel="me"`',
      },
    ),
  ),
})

/** Other fields are ignored. A `username` other than the present one is refused. */
export const ProfileInput = Type.Object({
  bio: Type.Optional(Type.String({ maxLength: limits.BIO_MAX_LENGTH })),
  website: Type.Optional(Type.String({ maxLength: limits.URL_MAX_LENGTH })),
  avatarURL: Type.Optional(Type.String({ minLength: 1, maxLength: limits.URL_MAX_LENGTH })),
  profile: Type.Optional(ProfileExtrasInput),
  bot: Type.Optional(Type.Boolean({ description: 'Whether a program posts here' })),
  username: Type.Optional(Type.String()),
})

export const editProfile = endpoint('POST /api/users/edit', {
  summary: "Edit the viewer's bio, website, avatar, `profile` and `bot`; what is not sent stays",
  access: 'member',
  success: 201,
  query: EmbedQuery,
  body: Type.Object({ userData: ProfileInput }),
  answer: Type.Object({ user: Member }),
  errors: ['usernameFixed', 'websiteInvalid', 'avatarUrlInvalid', 'headerUrlInvalid'],
})

export const setWarnings = endpoint('POST /api/account/warnings', {
  summary:
    'How the viewer reads posts with a warning or with sensitive media, and whether the media of new posts are: `readWarnings` and `sensitiveMedia` of the own record; what is not sent stays',
  access: 'member',
  query: EmbedQuery,
  body: Type.Object({ readWarnings: Type.Optional(ReadWarnings), sensitiveMedia: Type.Optional(Type.Boolean()) }),
  answer: Type.Object({ user: Member }),
  errors: ['guestFixed'],
})

export const setLanguages = endpoint('POST /api/account/languages', {
  summary:
    'Limit Explore, and searches without `from:`, `in:` and `lang:`, to posts in these languages and posts without one: `readLanguages` of the own record; none for all posts',
  access: 'member',
  query: EmbedQuery,
  body: Type.Object({
    languages: Type.Array(
      Type.String({ pattern: LANGUAGE_CODE, description: 'A code such as `pt`, for all its regions' }),
      {
        maxItems: LANGUAGES_MAX,
      },
    ),
  }),
  answer: Type.Object({ user: Member }),
  errors: ['guestFixed'],
})

export const setLocale = endpoint('POST /api/account/locale', {
  summary:
    'Choose the language of mails, push messages and the web client: `locale` of the own record; null if the browser decides',
  access: 'member',
  query: EmbedQuery,
  body: Type.Object({ locale: Type.Union([Type.Enum(LOCALES), Type.Null()]) }),
  answer: Type.Object({ user: Member }),
  errors: ['guestFixed'],
})
