import { Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { countedPage, MemberSummary, PageQuery, Username } from '../entities/fields.ts'
import { PEOPLE_FOUND_DEFAULT, PEOPLE_FOUND_MAX, USERNAME_MAX_LENGTH } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf, memberWrite } from './shared.ts'

const endpoint = endpoints({ noun: 'follows' })

const follow = {
  ...memberWrite,
  answer: Type.Object({ user: Member, followUser: Member }),
} as const

export const followMember = endpoint('POST /api/users/follow/:id', {
  ...follow,
  summary: 'Follow the member with this `_id`, or ask to follow a private one',
  errors: ['memberUnknown', 'followSelf', 'alreadyFollowing', 'alreadyRequested'],
})

export const unfollowMember = endpoint('POST /api/users/unfollow/:id', {
  ...follow,
  summary: 'Stop following the member with this `_id`, or take back the request to follow them',
  errors: ['memberUnknown', 'notFollowing'],
})

export const putFollow = endpoint('PUT /api/users/:id/follow', {
  ...follow,
  summary: 'Follow the member with this `_id`, or ask to follow a private one; nothing happens if it was done before',
  errors: ['memberUnknown', 'followSelf'],
})

export const deleteFollow = endpoint('DELETE /api/users/:id/follow', {
  ...follow,
  summary:
    'Stop following the member with this `_id`, or take back the request to follow them; nothing happens if there is neither',
  errors: ['memberUnknown'],
})

const people = {
  access: 'anyone',
  params: Type.Object({ username: Username }),
  query: PageQuery,
  errors: ['memberUnknown', 'followersOnly', 'cursorInvalid'],
} as const

/** A summary; for a viewer also whether they follow this person, for a row with a follow button. */
export const Person = Type.Object({
  ...MemberSummary.properties,
  viewer: Type.Optional(
    Type.Object({
      following: Type.Boolean(),
      followedBy: Type.Boolean(),
      requested: Type.Optional(
        Type.Boolean({ description: 'Present and true if the viewer has asked to follow this person, who is private' }),
      ),
    }),
  ),
})

export const listFollowers = endpoint('GET /api/users/:username/followers', {
  ...people,
  summary: 'The followers of a member, newest first',
  answer: countedPage('followers', Person),
})

export const listFollowing = endpoint('GET /api/users/:username/following', {
  ...people,
  summary: 'The members whom a member follows, newest first',
  answer: countedPage('following', Person),
})

export const listSuggestions = endpoint('GET /api/suggestions', {
  summary: 'Who to follow: first members followed by those whom the viewer follows, then the most followed',
  access: 'member',
  ...entityPageOf('users', Member),
})

export const findPeople = endpoint('GET /api/people', {
  summary:
    'Members whose username begins with `name`: first the one with this name, then those whom the viewer follows or who follow the viewer, then the most followed',
  access: 'member',
  query: Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: USERNAME_MAX_LENGTH,
      description: 'How usernames begin; upper and lower case are the same',
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PEOPLE_FOUND_MAX,
        default: PEOPLE_FOUND_DEFAULT,
        description: 'Maximum number of members',
      }),
    ),
  }),
  answer: Type.Object({ people: Type.Array(Person) }),
})
