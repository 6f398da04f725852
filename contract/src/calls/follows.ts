import { Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { countedPage, EntityPageQuery, MemberSummary, PageQuery, page, Username } from '../entities/fields.ts'
import { PEOPLE_FOUND_DEFAULT, PEOPLE_FOUND_MAX, USERNAME_MAX_LENGTH } from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { memberWrite } from './member-write.ts'

const follow = {
  ...memberWrite,
  noun: 'follows',
  answer: Type.Object({ user: Member, followUser: Member }),
} as const

export const followMember = endpoint({
  ...follow,
  path: '/api/users/follow/:id',
  summary: 'Follow the member with this `_id`, or ask to follow a private one',
  errors: ['memberUnknown', 'followSelf', 'alreadyFollowing', 'alreadyRequested'],
})

export const unfollowMember = endpoint({
  ...follow,
  path: '/api/users/unfollow/:id',
  summary: 'Stop following the member with this `_id`, or take back the request to follow them',
  errors: ['memberUnknown', 'notFollowing'],
})

const followOf = { ...follow, path: '/api/users/:id/follow' } as const

export const putFollow = endpoint({
  ...followOf,
  method: 'PUT',
  summary: 'Follow the member with this `_id`, or ask to follow a private one; nothing happens if it was done before',
  errors: ['memberUnknown', 'followSelf'],
})

export const deleteFollow = endpoint({
  ...followOf,
  method: 'DELETE',
  summary:
    'Stop following the member with this `_id`, or take back the request to follow them; nothing happens if there is neither',
  errors: ['memberUnknown'],
})

const people = {
  method: 'GET',
  noun: 'follows',
  access: 'anyone',
  rate: 'read',
  params: Type.Object({ username: Username }),
  query: PageQuery,
  success: 200,
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

export const listFollowers = endpoint({
  ...people,
  path: '/api/users/:username/followers',
  summary: 'The followers of a member, newest first',
  answer: countedPage('followers', Person),
})

export const listFollowing = endpoint({
  ...people,
  path: '/api/users/:username/following',
  summary: 'The members whom a member follows, newest first',
  answer: countedPage('following', Person),
})

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/suggestions',
  noun: 'follows',
  summary: 'Who to follow: first members followed by those whom the viewer follows, then the most followed',
  access: 'member',
  rate: 'read',
  query: EntityPageQuery,
  success: 200,
  answer: page('users', Member),
  errors: ['cursorInvalid'],
})

export const findPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  noun: 'follows',
  summary:
    'Members whose username begins with `name`: first the one with this name, then those whom the viewer follows or who follow the viewer, then the most followed',
  access: 'member',
  rate: 'read',
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
  success: 200,
  answer: Type.Object({ people: Type.Array(Person) }),
  errors: [],
})
