import { languageCode } from '@quack/contract/rules/languages'
import type { WordMatcher } from '@quack/contract/rules/search/word-matcher'
import type { Sized } from '../cache/cache.ts'
import { includesSorted, indexOfSorted } from '../cache/sorted.ts'
import type { MemberId } from '../database/schema.ts'

/** What a viewer does not see (features/visibility/visibility.ts). Lists of ids are in ascending order. */
export interface Hidden extends Sized {
  /** Members whom the viewer has blocked, and those who have blocked the viewer. For the viewer they do not exist. */
  readonly blocked: Float64Array
  /** Members whom the viewer has muted: their posts are left out of feeds, and they are not suggested. */
  readonly muted: Float64Array
  /** When each of these mutes ends, in milliseconds since 1970; infinite for a mute without an end. */
  readonly mutedUntil: Float64Array
  /** Both. */
  readonly unlisted: Float64Array
  /** The viewer's muted words; null for none. */
  readonly words: HiddenWords | null
  /** The codes of the languages that the viewer has chosen: Explore and searches leave out others. Null for all. */
  readonly languages: readonly string[] | null
  /** When a mute ends, in milliseconds since 1970. Then all of this has to be read again. */
  readonly until: number
}

export interface CollapsingWord {
  readonly id: number
  readonly phrase: string
  readonly ends_at: number | null
}

/** `hide` and `collapse` find the phrase because of which a post is left out of lists, or collapsed. */
export interface HiddenWords {
  readonly hide: WordMatcher<{ readonly phrase: string }>
  /** The phrases that leave out posts. */
  readonly hiding: readonly string[]
  readonly collapse: WordMatcher<CollapsingWord>
}

/** The same object for all, because cached lists are compared with it by identity. */
export const NOBODY = new Float64Array()

/** What visitors do not see, and most members. */
export const NOTHING_HIDDEN: Hidden = {
  blocked: NOBODY,
  muted: NOBODY,
  mutedUntil: NOBODY,
  unlisted: NOBODY,
  words: null,
  languages: null,
  until: Number.POSITIVE_INFINITY,
  bytes: 0,
}

/** Whether a member does not exist for the viewer. */
export function isHidden({ blocked }: Hidden, member: number): boolean {
  return blocked.length > 0 && includesSorted(blocked, member)
}

/** Whether a list names a member who does not exist for the viewer. */
export function namesHidden(hidden: Hidden, members: readonly number[]): boolean {
  return hidden.blocked.length > 0 && members.some((member) => includesSorted(hidden.blocked, member))
}

export function isMuted({ muted }: Hidden, member: number): boolean {
  return muted.length > 0 && includesSorted(muted, member)
}

/** Whether Explore shows the viewer a post in this language. */
export function isOfLanguages({ languages }: Hidden, lang: string | undefined): boolean {
  return languages === null || lang === undefined || languages.includes(languageCode(lang) ?? '')
}

/** When the viewer's mute of this member ends, infinite if it does not end; null if there is none. */
export function muteEnd({ muted, mutedUntil }: Hidden, member: number): number | null {
  return mutedUntil[indexOfSorted(muted, member)] ?? null
}

/** Where it comes from. */
export interface HiddenSource {
  /** Null if it is not cached. The caches must be up to date (Database.catchUp). */
  find(viewer: MemberId): Hidden | null
  /** @param isCurrent whether cached data may be used */
  load(viewer: MemberId, isCurrent: boolean): Promise<Hidden>
}
