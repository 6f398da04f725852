import { Type } from 'typebox'
import type { ClientCall } from './client-call.ts'
import { Status } from './entities.ts'
import { PageInput } from './reading.ts'

/** Timelines: lists of statuses that are ordered by their ids. */

const Flag = Type.Optional(Type.Boolean())
const Tags = Type.Optional(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 }))
const timeline = {
  method: 'GET',
  rate: 'read',
  access: 'anyone',
  scope: 'read:statuses',
  params: null,
  answer: Type.Array(Status),
} as const

export const listPublic = {
  ...timeline,
  path: '/api/v1/timelines/public',
  summary:
    'All posts for everyone, newest first. All are local; those with media are looked for among the next thousand',
  input: Type.Object({ ...PageInput.properties, local: Flag, remote: Flag, only_media: Flag }),
} as const satisfies ClientCall

export const listTagged = {
  ...timeline,
  path: '/api/v1/timelines/tag/:hashtag',
  summary: 'The posts with a hashtag, newest first. More than one hashtag is refused',
  params: Type.Object({ hashtag: Type.String({ maxLength: 1_000 }) }),
  input: Type.Object({ ...listPublic.input.properties, any: Tags, all: Tags, none: Tags }),
} as const satisfies ClientCall

export const listOfAccount = {
  ...timeline,
  path: '/api/v1/accounts/:id/statuses',
  summary: 'The posts of an account, newest first, without comments; or the pinned one',
  params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
  input: Type.Object({
    ...PageInput.properties,
    only_media: Flag,
    pinned: Flag,
    exclude_replies: Flag,
    exclude_reblogs: Flag,
    tagged: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
} as const satisfies ClientCall

export const listOfList = {
  ...timeline,
  access: 'member',
  path: '/api/v1/timelines/list/:id',
  summary: 'There are no lists of members: 404',
  scope: 'read:lists',
  params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
  input: PageInput,
} as const satisfies ClientCall

export const listQuotes = {
  ...timeline,
  path: '/api/v1/statuses/:id/quotes',
  summary: 'The posts that quote a post, newest first; none for comments',
  params: listOfList.params,
  input: PageInput,
} as const satisfies ClientCall
