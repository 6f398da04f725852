import { sql } from 'kysely'
import { addColumn, type Migrations } from './migration.ts'

export const migrations = {
  /**
   * The names of members by their ids: a search for members looks at hundreds of them, most of which are left out by their
   * names. The rows are larger, each on a page of its own. PostgreSQL's are compared in other ways.
   */
  async '051-search-names'(db, engine) {
    if (engine !== 'sqlite') return
    await sql`create index members_names on members (id, first_name, last_name, username)`.execute(db)
  },

  /** Whether the media of a member's new posts are sensitive, unless a post says otherwise. */
  '052-sensitive-media': (db) => addColumn(db, 'members', 'sensitive_media', 'integer', 0),

  /** Whether the poll of a version took several choices. */
  '053-several-choices': (db) => addColumn(db, 'post_versions', 'poll_multiple', 'integer', 0),

  /**
   * Posts by their languages, and the languages that a member has chosen for Explore and searches. An index of an expression
   * (post-languages.ts) needs no column, so no row is written, and nodes of the last release keep it too.
   */
  async '054-languages'(db, engine) {
    await addColumn(db, 'members', 'languages', 'text', '')
    const code =
      engine === 'sqlite'
        ? sql`coalesce(lower(substr(lang, 1, instr(lang || '-', '-') - 1)), '')`
        : sql`coalesce(lower(split_part(lang, '-', 1)), '')`
    await sql`create index posts_language on posts ((${code}), id)`.execute(db)
  },

  /** The language of the interface that a member has chosen, and the one in which they have last signed up or in. */
  async '055-locales'(db) {
    await addColumn(db, 'members', 'locale', 'text', '')
    await addColumn(db, 'members', 'seen_locale', 'text', '')
  },

  /** When a muted word was last edited: open streams tell its member by it. */
  '056-word-edits': (db) => addColumn(db, 'muted_words', 'edited_at', 'bigint', 0),

  /**
   * PostgreSQL's index of tokens is not ordered: it has the periods of the entries too, so that the entries of a period are
   * found without the others (features/search/candidates.queries.ts). It is made before the other one is dropped, because
   * that locks the table against searches.
   */
  async '057-search-periods'(db, engine) {
    if (engine === 'sqlite') return
    await sql`
      create index search_posts_periods on search_posts
      using gin (tokens, (array[(bucket >> 22)::int]), (array[(bucket >> 26)::int])) with (fastupdate = off)`.execute(
      db,
    )
    await sql`drop index search_posts_tokens`.execute(db)
  },
} satisfies Migrations
