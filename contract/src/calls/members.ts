import { Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { EmbedQuery, Username } from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'members' })

export const listMembers = endpoint('GET /api/users', {
  summary: 'All members, newest first',
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

/** Other fields are ignored, except `username`: a value other than the present one is refused. */
export const ProfileInput = Type.Object({
  bio: Type.Optional(Type.String({ maxLength: limits.BIO_MAX_LENGTH })),
  website: Type.Optional(Type.String({ maxLength: limits.URL_MAX_LENGTH })),
  avatarURL: Type.Optional(Type.String({ minLength: 1, maxLength: limits.URL_MAX_LENGTH })),
  bot: Type.Optional(Type.Boolean({ description: 'Whether a program posts here' })),
  username: Type.Optional(Type.String()),
})

export const editProfile = endpoint('POST /api/users/edit', {
  summary: "Edit the viewer's bio, website, avatar and `bot`; fields that are not sent stay",
  access: 'member',
  success: 201,
  query: EmbedQuery,
  body: Type.Object({ userData: ProfileInput }),
  answer: Type.Object({ user: Member }),
  errors: ['usernameFixed', 'websiteInvalid', 'avatarUrlInvalid'],
})
