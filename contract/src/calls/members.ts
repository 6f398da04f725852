import { Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { EmbedQuery, EntityPageQuery, page, Username } from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/users',
  noun: 'members',
  summary: 'All members, newest first',
  access: 'anyone',
  rate: 'read',
  query: EntityPageQuery,
  success: 200,
  answer: page('users', Member),
  errors: ['cursorInvalid'],
})

export const getMember = endpoint({
  method: 'GET',
  path: '/api/users/:username',
  noun: 'members',
  summary: 'One member',
  access: 'anyone',
  rate: 'read',
  params: Type.Object({ username: Username }),
  query: EmbedQuery,
  success: 200,
  answer: Type.Object({ user: Member }),
  errors: ['memberUnknown'],
})

/** Other fields are ignored, except `username`: a value other than the present one is refused. */
export const ProfileInput = Type.Object({
  bio: Type.Optional(Type.String({ maxLength: limits.BIO_MAX_LENGTH })),
  website: Type.Optional(Type.String({ maxLength: limits.URL_MAX_LENGTH })),
  avatarURL: Type.Optional(Type.String({ minLength: 1, maxLength: limits.URL_MAX_LENGTH })),
  username: Type.Optional(Type.String()),
})

export const editProfile = endpoint({
  method: 'POST',
  path: '/api/users/edit',
  noun: 'members',
  summary: "Edit the viewer's bio, website and avatar; fields that are not sent stay",
  access: 'member',
  rate: 'write',
  query: EmbedQuery,
  body: Type.Object({ userData: ProfileInput }),
  success: 201,
  answer: Type.Object({ user: Member }),
  errors: ['usernameFixed', 'websiteInvalid', 'avatarUrlInvalid'],
})
