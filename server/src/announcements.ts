import { type ChangeNotes, FOLLOWS, POST, POSTS_OF, SESSIONS_OF } from './database/changes.ts'

/** That something has changed: a kind of change (database/changes.ts) and the ids said with it. */
export type Announcement = readonly [kind: number, a: number, b: number]

/** The kind that stands for a commit of which nobody knows what it changed. */
export const ANYTHING = -1

export interface AnnouncementListener {
  hear(announcements: readonly Announcement[]): void
  /** Some may have been missed up to now. */
  missed(): void
}

/**
 * Word of what was committed, on this node or another. It is small, it may be lost, and it proves nothing: whoever
 * hears it asks the database.
 */
export interface Announcements {
  publish(announcements: readonly Announcement[]): void
  subscribe(listener: AnnouncementListener): void
}

/** What is heard of: bookmarks and profiles are nobody's live news. */
const HEARD: ReadonlySet<number> = new Set([POST, POSTS_OF, FOLLOWS, SESSIONS_OF])

export function announcementsOf(notes: ChangeNotes): readonly Announcement[] {
  if (notes.isSilent) return [[ANYTHING, 0, 0]]
  return notes.entries.filter(([kind]) => HEARD.has(kind))
}

/** For a node alone. */
export function localAnnouncements(): Announcements {
  const listeners: AnnouncementListener[] = []
  return {
    publish(announcements) {
      for (const listener of listeners) listener.hear(announcements)
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}
