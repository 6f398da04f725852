import type { MutedWord } from '@quack/contract'
import { MUTE_DURATIONS, MUTED_WORDS_MAX } from '@quack/contract/rules/limits'
import { phraseKey } from '@quack/contract/rules/search/word-matcher'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { requireVisibleMember } from '../visibility/visibility.ts'
import * as queries from './mutes.queries.ts'

type Duration = keyof typeof MUTE_DURATIONS

const endOf = (duration: Duration, now: number): number | null => {
  const lasts = MUTE_DURATIONS[duration]
  return lasts === null ? null : now + lasts
}

export interface MuteInput {
  readonly duration: Duration
  readonly notifications?: boolean
}

/** Replaces an earlier mute of the same member. @throws guestFixed, muteSelf, memberUnknown */
export async function muteMember(db: Database, viewer: Viewer, target: MemberId, input: MuteInput): Promise<void> {
  requireOwn(viewer)
  if (target === viewer.id) throw new AppError('muteSelf')
  const now = Date.now()
  await db.write(async (transaction) => {
    await requireVisibleMember(transaction, viewer.id, target, 'memberUnknown')
    await queries.deleteEnded(transaction, viewer.id, now)
    await queries.putMute(transaction, {
      muter_id: viewer.id,
      muted_id: target,
      at: db.ids.next(),
      ends_at: endOf(input.duration, now),
      with_notifications: input.notifications === false ? 0 : 1,
    })
  })
}

/** @throws guestFixed, memberUnknown, notMuted */
export async function unmuteMember(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  requireOwn(viewer)
  await db.write(async (transaction) => {
    await requireVisibleMember(transaction, viewer.id, target, 'memberUnknown')
    const wasMuted = await queries.deleteMute(transaction, viewer.id, target, Date.now())
    if (!wasMuted) throw new AppError('notMuted')
  })
}

export interface WordInput {
  readonly phrase: string
  readonly action: MutedWord['action']
  readonly duration: Duration
}

/** Replaces a phrase of the same words. @returns the new row; @throws guestFixed, mutedWordEmpty, tooManyMutedWords */
export async function muteWord(db: Database, viewer: Viewer, { phrase, action, duration }: WordInput) {
  requireOwn(viewer)
  const key = phraseKey(phrase)
  if (key === '') throw new AppError('mutedWordEmpty')
  const now = Date.now()
  return db.write(async (transaction) => {
    await queries.deleteEnded(transaction, viewer.id, now)
    const present = await queries.listWordsForEdit(transaction, viewer.id)
    const equal = present.find((row) => phraseKey(row.phrase) === key)
    if (equal) await queries.deleteWord(transaction, viewer.id, equal.id)
    else if (present.length >= MUTED_WORDS_MAX) throw new AppError('tooManyMutedWords')
    const row = { id: db.ids.next(), phrase: phrase.trim(), action, ends_at: endOf(duration, now) }
    await queries.insertWord(transaction, { ...row, member_id: viewer.id })
    return row
  })
}

/** @throws guestFixed, mutedWordUnknown */
export async function unmuteWord(db: Database, viewer: Viewer, id: number): Promise<void> {
  requireOwn(viewer)
  const wasThere = await db.write((transaction) => queries.deleteWord(transaction, viewer.id, id))
  if (!wasThere) throw new AppError('mutedWordUnknown')
}
