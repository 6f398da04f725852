import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'

/** Who follows whom, cached by the follows, which are above members. */
export interface Relations {
  loadRelation(db: Connection, viewer: MemberId, member: MemberId): Promise<void>
  /** @returns null if it is not cached */
  findRelation(viewer: MemberId, member: MemberId): { following: boolean; followedBy: boolean } | null
}

/** The relation of two members, as the schema serialises it. A text cannot contain it: JSON escapes quotes. */
export const relationJson = (following: boolean, followedBy: boolean): string =>
  `"viewer":${JSON.stringify({ following, followedBy })}`
export const NO_RELATION = relationJson(false, false)
