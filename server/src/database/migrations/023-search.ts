import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * The search index: of posts by `bucket`, which is their id divided by 65,536, and of members by their ids. Triggers note
 * what has changed. Posts and members that exist already are indexed in the background, from the newest on.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await (engine === 'sqlite' ? createForSqlite(db) : createForPostgres(db))
  await db.schema.createIndex('search_changes_of').on('search_changes').columns(['kind', 'of']).execute()
  await db.schema.createIndex('search_changes_at').on('search_changes').columns(['at', 'id']).execute()
  for (const table of ['posts', 'members'] as const) {
    await sql`
      insert into settings (key, value)
      select ${sql.lit(`search.${table}`)}, cast(max(id) + 1 as text) from ${sql.table(table)} having count(*) > 0`.execute(
      db,
    )
  }
}

async function createForSqlite(db: Kysely<Schema>): Promise<void> {
  // The tokens are the program's: `ascii` takes all other characters than ASCII punctuation as they are.
  await sql`
    create virtual table search_posts
    using fts5(tokens, content='', contentless_delete=1, tokenize='ascii', detail=none)`.execute(db)
  // Without `prefix`, FTS5 merges the lists of all words that begin so before it returns the first row.
  await sql`
    create virtual table search_people
    using fts5(tokens, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3')`.execute(db)
  await sql`
    create table search_changes (
      id integer primary key, kind text not null, "of" bigint not null, at bigint not null)`.execute(db)
  const note = (kind: string, id: string) =>
    sql.raw(
      `insert into search_changes (kind, "of", at) values ('${kind}', ${id}, cast(unixepoch('subsec') * 1000 as integer));`,
    )
  for (const { table, kind, columns } of WATCHED) {
    const changed = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
    const [made, edited, gone] = ['made', 'edited', 'gone'].map((end) => sql.raw(`search_${table}_${end}`))
    const on = sql.table(table)
    await sql`create trigger ${made} after insert on ${on} begin ${note(kind, 'new.id')} end`.execute(db)
    await sql`
      create trigger ${edited} after update of ${sql.raw(columns.join(', '))} on ${on} when ${sql.raw(changed)}
      begin ${note(kind, 'new.id')} end`.execute(db)
    await sql`create trigger ${gone} after delete on ${on} begin ${note(kind, 'old.id')} end`.execute(db)
  }
}

async function createForPostgres(db: Kysely<Schema>): Promise<void> {
  for (const [table, key] of [
    ['search_posts', 'bucket'],
    ['search_people', 'member_id'],
  ] as const) {
    await sql`create table ${sql.table(table)} (${sql.ref(key)} bigint primary key, tokens tsvector not null)`.execute(
      db,
    )
    // Without a list of pending entries, which each search would have to read.
    await sql`
      create index ${sql.raw(`${table}_tokens`)} on ${sql.table(table)} using gin (tokens) with (fastupdate = off)`.execute(
      db,
    )
  }
  // In the order of the bytes, as on SQLite, so that the tags with one beginning are a range.
  await sql`create index tags_beginning on tags (key collate "C")`.execute(db)
  await sql`
    create table search_changes (
      id bigint primary key, kind text not null, "of" bigint not null, at bigint not null)`.execute(db)
  for (const { table, kind, columns } of WATCHED) {
    const name = sql.raw(`search_${table}`)
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        -- The id is random, because a sequence would be one for all nodes.
        insert into search_changes (id, kind, "of", at)
        values (
          floor(random() * 9007199254740991)::bigint, ${sql.lit(kind)}, coalesce(new.id, old.id),
          (extract(epoch from clock_timestamp()) * 1000)::bigint);
        return null;
      end $$`.execute(db)
    const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
    const [made, edited] = [`search_${table}_changed`, `search_${table}_edited`]
    await createTrigger(db, `${made} after insert or delete on ${table} for each row`, `search_${table}`)
    const edit = `after update of ${columns.join(', ')} on ${table} for each row when (${changed})`
    await createTrigger(db, `${edited} ${edit}`, `search_${table}`)
  }
}

/** With the schema's name: functions of a temporary schema, in which migrations are compared, are not found without it. */
async function createTrigger(db: Kysely<Schema>, event: string, name: string): Promise<void> {
  await sql`
    do $$ begin
      execute format('create trigger ${sql.raw(event)} execute function %I.${sql.raw(name)}()', current_schema());
    end $$`.execute(db)
}

/** The columns that are indexed. */
const WATCHED = [
  { table: 'posts', kind: 'post', columns: ['content', 'alt', 'media_type'] },
  { table: 'members', kind: 'member', columns: ['username', 'first_name', 'last_name', 'deleted_at'] },
] as const
