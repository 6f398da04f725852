import { addColumn, type Migrations } from './migration.ts'

export const migrations = {
  /** Whether the media of a member's new posts are sensitive, unless a post says otherwise. */
  '052-sensitive-media': (db) => addColumn(db, 'members', 'sensitive_media', 'integer', 0),
} satisfies Migrations
