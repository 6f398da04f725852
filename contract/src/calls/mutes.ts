import { type Static, Type } from 'typebox'
import { Id, MemberSummary, PageQuery, page, Timestamp } from '../entities/fields.ts'
import { MUTE_DURATIONS, MUTED_PHRASE_MAX_LENGTH } from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { memberWrite } from './member-write.ts'

const Duration = Type.Enum(Object.keys(MUTE_DURATIONS) as (keyof typeof MUTE_DURATIONS)[], {
  description: 'How long it lasts, from now on',
})
const EndsAt = Type.Union([Timestamp, Type.Null()], { description: 'Null if it does not end' })

const write = { ...memberWrite, noun: 'mutes' } as const

export const muteMember = endpoint({
  ...write,
  path: '/api/users/mute/:id',
  summary:
    "Mute the member with this `_id`: their posts leave the viewer's feeds; they are not told; answers the muted member",
  body: Type.Object({
    duration: Duration,
    notifications: Type.Optional(
      Type.Boolean({ description: 'Whether to mute their notifications too', default: true }),
    ),
  }),
  errors: ['guestFixed', 'memberUnknown', 'muteSelf'],
})

export const unmuteMember = endpoint({
  ...write,
  path: '/api/users/unmute/:id',
  summary: 'Take back the mute of the member with this `_id`; answers that member',
  errors: ['guestFixed', 'memberUnknown', 'notMuted'],
})

export const MutedMember = Type.Object({
  ...MemberSummary.properties,
  mutedAt: Timestamp,
  endsAt: EndsAt,
  notifications: Type.Boolean(),
})
export type MutedMember = Static<typeof MutedMember>

const list = { method: 'GET', noun: 'mutes', access: 'member', rate: 'read', query: PageQuery, success: 200 } as const

export const listMutes = endpoint({
  ...list,
  path: '/api/mutes',
  summary: 'The members whom the viewer has muted, the latest first',
  answer: page('mutes', MutedMember),
  errors: ['cursorInvalid'],
})

export const MutedWord = Type.Object({
  _id: Id,
  phrase: Type.String({
    description:
      'One or more words, which match whole words, in any case; or one hashtag with its #, which matches that tag alone, in any spelling',
  }),
  action: Type.Enum(['hide', 'collapse'], {
    description: "'hide': lists leave the posts out; 'collapse': the posts have `mutedWord`",
  }),
  endsAt: EndsAt,
})
export type MutedWord = Static<typeof MutedWord>

export const listMutedWords = endpoint({
  ...list,
  path: '/api/muted-words',
  summary: "The viewer's muted words and phrases, the latest first",
  answer: page('words', MutedWord),
  errors: ['cursorInvalid'],
})

export const muteWord = endpoint({
  method: 'POST',
  path: '/api/muted-words',
  noun: 'mutes',
  summary: 'Mute a word, a phrase or a hashtag in the home feed and in lists of all posts; replaces an equal one',
  access: 'member',
  rate: 'write',
  body: Type.Object({
    phrase: Type.String({ maxLength: MUTED_PHRASE_MAX_LENGTH }),
    action: MutedWord.properties.action,
    duration: Duration,
  }),
  success: 201,
  answer: Type.Object({ word: MutedWord }),
  errors: ['guestFixed', 'mutedWordEmpty', 'tooManyMutedWords'],
})

export const unmuteWord = endpoint({
  method: 'DELETE',
  path: '/api/muted-words/:id',
  noun: 'mutes',
  summary: 'Take back a muted word or phrase',
  access: 'member',
  rate: 'write',
  params: Type.Object({ id: Id }),
  success: 200,
  answer: Type.Object({}),
  errors: ['guestFixed', 'mutedWordUnknown'],
})
