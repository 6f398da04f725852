import { type Static, Type } from 'typebox'
import { Id, MemberSummary, Timestamp } from '../entities/fields.ts'
import { MUTE_DURATIONS, MUTED_PHRASE_MAX_LENGTH } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { memberWrite, pageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'mutes', access: 'member' })

const Duration = Type.Enum(Object.keys(MUTE_DURATIONS) as (keyof typeof MUTE_DURATIONS)[], {
  description: 'How long it lasts, from now on',
})
const EndsAt = Type.Union([Timestamp, Type.Null()], { description: 'Null if it does not end' })

export const muteMember = endpoint('POST /api/users/mute/:id', {
  ...memberWrite,
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

export const unmuteMember = endpoint('POST /api/users/unmute/:id', {
  ...memberWrite,
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

export const listMutes = endpoint('GET /api/mutes', {
  summary: 'The members whom the viewer has muted, the latest first',
  ...pageOf('mutes', MutedMember),
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

export const listMutedWords = endpoint('GET /api/muted-words', {
  summary: "The viewer's muted words and phrases, the latest first",
  ...pageOf('words', MutedWord),
})

export const muteWord = endpoint('POST /api/muted-words', {
  summary:
    "Mute a word, a phrase or a hashtag in the home feed, in lists of everybody's posts and in searches of them; replaces an equal one",
  success: 201,
  body: Type.Object({
    phrase: Type.String({ maxLength: MUTED_PHRASE_MAX_LENGTH }),
    action: MutedWord.properties.action,
    duration: Duration,
  }),
  answer: Type.Object({ word: MutedWord }),
  errors: ['guestFixed', 'mutedWordEmpty', 'tooManyMutedWords'],
})

export const unmuteWord = endpoint('DELETE /api/muted-words/:id', {
  summary: 'Take back a muted word or phrase',
  params: Type.Object({ id: Id }),
  errors: ['guestFixed', 'mutedWordUnknown'],
})
