import type { MutedWord } from '@quack/contract'
import { MUTE_DURATIONS, MUTED_WORDS_MAX } from '@quack/contract/rules/limits'
import { phraseKey } from '@quack/contract/rules/search/word-matcher'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
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
export const muteWord = (db: Database, viewer: Viewer, input: WordInput) => putWord(db, viewer, null, input)

/** @throws mutedWordUnknown */
export function parseWordId(text: string): number {
  const id = parseId(text)
  if (id === null) throw new AppError('mutedWordUnknown')
  return id
}

/** What is not given stays. @throws guestFixed, mutedWordUnknown, mutedWordEmpty */
export const editWord = (db: Database, viewer: Viewer, id: number, change: Partial<WordInput>) =>
  putWord(db, viewer, id, change)

/** @param id null for a new one, which has all of the input */
function putWord(db: Database, viewer: Viewer, id: number | null, input: Partial<WordInput>) {
  requireOwn(viewer)
  const now = Date.now()
  return db.write(async (transaction) => {
    await queries.deleteEnded(transaction, viewer.id, now)
    const present = await queries.listWordsForEdit(transaction, viewer.id)
    const old = present.find((row) => row.id === id)
    if (id !== null && !old) throw new AppError('mutedWordUnknown')
    const phrase = (input.phrase ?? old?.phrase ?? '').trim()
    const key = phraseKey(phrase)
    if (key === '') throw new AppError('mutedWordEmpty')
    const replaced = present.filter((row) => row === old || phraseKey(row.phrase) === key)
    if (replaced.length === 0 && present.length >= MUTED_WORDS_MAX) throw new AppError('tooManyMutedWords')
    for (const row of replaced) await queries.deleteWord(transaction, viewer.id, row.id)
    const { action = old?.action ?? 'hide', duration } = input
    const endsAt = duration === undefined ? (old?.ends_at ?? null) : endOf(duration, now)
    const row = { id: id ?? db.ids.next(), phrase, action, ends_at: endsAt }
    const editedAt = id === null ? 0 : db.ids.next()
    await queries.insertWord(transaction, { ...row, member_id: viewer.id, edited_at: editedAt })
    return row
  })
}

/** @throws guestFixed, mutedWordUnknown */
export async function unmuteWord(db: Database, viewer: Viewer, id: number): Promise<void> {
  requireOwn(viewer)
  const wasThere = await db.write((transaction) => queries.deleteWord(transaction, viewer.id, id))
  if (!wasThere) throw new AppError('mutedWordUnknown')
}
