import { sql } from 'kysely'
import { addColumn, createTrigger, key, type Migrations, ofMember, required, withoutRowid } from './migration.ts'

export const migrations = {
  /** What posts ask their readers, the votes, and their counts, of which a poll has several rows. */
  async '049-polls'(db, engine) {
    const { schema } = db
    await addColumn(db, 'posts', 'poll_options', 'text', '')
    // Search reads options, as it reads descriptions.
    if (engine === 'postgres') {
      const edit = 'after update of poll_options on posts for each row when (old.poll_options <> new.poll_options)'
      await createTrigger(db, `search_posts_asked ${edit}`, 'search_posts')
    } else
      await sql`
        create trigger search_posts_asked after update of poll_options on posts
        when old.poll_options is not new.poll_options
        begin
          insert into search_changes (kind, "of", at)
          values ('post', new.id, cast(unixepoch('subsec') * 1000 as integer));
        end`.execute(db)
    await schema
      .createTable('polls')
      .addColumn('post_id', 'bigint', (column) => key(column).references('posts.id').onDelete('cascade'))
      .addColumn('id', 'bigint', (column) => column.notNull().unique())
      .addColumn('author_id', 'bigint', ofMember)
      .addColumn('version', 'integer', required)
      .addColumn('multiple', 'integer', required)
      .addColumn('may_change', 'integer', required)
      .addColumn('show_results', 'text', required)
      .addColumn('ends_at', 'bigint', required)
      .addColumn('ended_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('told_to', 'bigint')
      .execute()
    for (const number of ['has_old_votes', 'attempts']) await addColumn(db, 'polls', number, 'integer', 0)
    await addColumn(db, 'polls', 'claimed_until', 'bigint', 0)
    await sql`create index polls_due on polls (due_at) where due_at is not null`.execute(db)
    await schema.createIndex('polls_author').on('polls').column('author_id').execute()
    await schema
      .createTable('poll_votes')
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('version', 'integer', required)
      .addColumn('choices', 'integer', required)
      .addPrimaryKeyConstraint('poll_votes_pkey', ['post_id', 'member_id'])
      .modifyEnd(withoutRowid(engine))
      .execute()
    await schema.createIndex('poll_votes_member').on('poll_votes').columns(['member_id', 'post_id']).execute()
    const counts = schema
      .createTable('poll_counts')
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('part', 'integer', required)
      .addColumn('voters', 'integer', required)
    await Array.from({ length: 6 }, (_, option) => `votes_${option}`)
      .reduce((table, column) => table.addColumn(column, 'integer', required), counts)
      .addPrimaryKeyConstraint('poll_counts_pkey', ['post_id', 'part'])
      .modifyEnd(withoutRowid(engine))
      .execute()
  },
} satisfies Migrations
