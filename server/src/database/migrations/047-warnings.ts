import { sql } from 'kysely'
import { addColumn, createTrigger, type Migrations } from './migration.ts'

export const migrations = {
  /** What covers a post until its reader opens it, how members read that, and the warnings that moderators put on posts. */
  async '047-warnings'(db, engine) {
    await addColumn(db, 'posts', 'warning', 'text', '')
    await db.schema.alterTable('posts').addColumn('own_warning', 'text').execute()
    await addColumn(db, 'posts', 'is_sensitive', 'integer', 0)
    await addColumn(db, 'members', 'read_warnings', 'text', 'author')
    await addColumn(db, 'decisions', 'warning', 'text', '')
    await addColumn(db, 'decisions', 'adds_warning', 'integer', 0)
    // Search reads warnings, as it reads descriptions.
    if (engine === 'postgres') {
      const edit = 'after update of warning on posts for each row when (old.warning <> new.warning)'
      return createTrigger(db, `search_posts_warned ${edit}`, 'search_posts')
    }
    await sql`
      create trigger search_posts_warned after update of warning on posts when old.warning is not new.warning
      begin
        insert into search_changes (kind, "of", at) values ('post', new.id, cast(unixepoch('subsec') * 1000 as integer));
      end`.execute(db)
  },
} satisfies Migrations
