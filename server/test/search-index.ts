import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'
import { entriesOf, tokensOfMember } from '../src/features/search/post-tokens.ts'
import { indexAll } from '../src/features/search/search-index.ts'

/** The tokens of each entry, sorted. */
export interface SearchIndex {
  readonly posts: ReadonlyMap<number, string>
  readonly people: ReadonlyMap<number, string>
}

/** What the index contains when all that was committed is indexed, and what it should contain. */
export async function compareIndex(db: Database): Promise<{ actual: SearchIndex; expected: SearchIndex }> {
  await indexAll(db)
  return { actual: await readIndex(db), expected: await expectedIndex(db) }
}

const sorted = (text: string): string => [...new Set(text.split(' '))].filter(Boolean).sort().join(' ')

/** What a new index of all posts and members would contain. */
export async function expectedIndex(db: Database): Promise<SearchIndex> {
  const posts = await db.primary.selectFrom('posts').selectAll().orderBy('id').execute()
  const members = await db.primary.selectFrom('members').selectAll().where('deleted_at', 'is', null).execute()
  return {
    posts: new Map([...entriesOf(posts)].map(([bucket, text]) => [bucket, sorted(text)])),
    people: new Map(members.map((member) => [member.id, sorted(tokensOfMember(member).join(' '))])),
  }
}

export async function readIndex(db: Database): Promise<SearchIndex> {
  const read = db.engine === 'sqlite' ? readSqlite : readPostgres
  return { posts: await read(db, 'search_posts', 'bucket'), people: await read(db, 'search_people', 'member_id') }
}

/** A table without contents cannot be read; the terms of its index can. */
function readSqlite(db: Database, table: string): Promise<Map<number, string>> {
  return db.write(async (transaction) => {
    const terms = sql.table(`temp.terms_of_${table}`)
    await sql`create virtual table if not exists ${terms} using fts5vocab(main, ${sql.lit(table)}, 'instance')`.execute(
      transaction,
    )
    const { rows } = await sql<{ doc: number; text: string }>`
      select doc, group_concat(term, ' ') as text from ${terms} group by doc`.execute(transaction)
    return new Map(rows.map(({ doc, text }) => [doc, sorted(text)]))
  })
}

async function readPostgres(db: Database, table: string, key: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ key: number; tokens: string[] }>`
    select ${sql.ref(key)} as key, tsvector_to_array(tokens) as tokens from ${sql.table(table)}`.execute(db.primary)
  return new Map(rows.map((row) => [row.key, row.tokens.sort().join(' ')]))
}

/** As if nothing had ever been indexed. */
export async function clearIndex(db: Database): Promise<void> {
  await db.write(async (transaction) => {
    for (const table of ['search_posts', 'search_people', 'search_changes'])
      await sql`delete from ${sql.table(table)}`.execute(transaction)
  })
}
