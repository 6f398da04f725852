import { DatabaseSync } from 'node:sqlite'
import { createRandom } from '@quack/testing/random'
import pg from 'pg'
import { idAtTime } from '../../server/src/database/ids.ts'
import { namesOf, SIZES, type SizeName } from '../dataset.ts'
import { namesOfLarger } from '../larger.ts'

/**
 * The ceiling of a write: its main statements with the same durability, one commit after the other, and nothing else.
 * `node bare-engine.ts FILE|URL WRITE SECONDS SIZE` prints the writes per second.
 */
const [database = '', write = '', seconds = '1', sizeName] = process.argv.slice(2)
const size = SIZES[(Object.keys(SIZES).includes(sizeName ?? '') ? sizeName : 'S') as SizeName]
const names = sizeName === 'L' ? namesOfLarger() : namesOf(size)
const random = createRandom(Date.now() % 2 ** 31)

const WRITES: Readonly<Record<string, readonly string[]>> = {
  like: [
    'update posts set like_count = like_count + 1, liked_by_count = liked_by_count + 1 where id = :post returning author_id',
    'insert into likes (post_id, member_id, at) values (:post, :member, :id) on conflict do nothing',
    'delete from dislikes where post_id = :post and member_id = :member',
    'insert into like_events (at, post_id, delta) values (:id, :post, 1)',
  ],
  comment: [
    'update posts set comment_count = comment_count + 1 where id = :post returning author_id',
    "insert into comments (id, post_id, author_id, text, updated_at) values (:id, :post, :member, 'quack', 0)",
  ],
  follow: [
    'select id from members where id = :other and deleted_at is null',
    'insert into follows (follower_id, followed_id, at) values (:member, :other, :id) on conflict do nothing',
    'update members set following_count = following_count + 1 where id = :member',
    'update members set followers_count = followers_count + 1 where id = :other',
    'insert into follow_events (at, follower_id, followed_id, delta) values (:id, :member, :other, 1)',
  ],
  post: [
    `insert into posts (id, public_id, author_id, content, media_url, media_type, updated_at)
     values (:id, :name, :member, 'quack', '', '', 0)`,
    'update members set posts_count = posts_count + 1 where id = :member',
  ],
}

type Run = (name: string) => number
/** A statement with its values in the order of its parameters. */
const statements = (WRITES[write] ?? []).map((text) => {
  const wanted: string[] = []
  const numbered = text.replace(/:(\w+)/g, (_, name: string) => {
    if (!wanted.includes(name)) wanted.push(name)
    return `$${wanted.indexOf(name) + 1}`
  })
  return { text, numbered, wanted }
})

async function* rows(): AsyncGenerator<Run> {
  let id = idAtTime(Date.now())
  const end = performance.now() + Number(seconds) * 1_000
  while (performance.now() < end) {
    id++
    const values: Record<string, number> = {
      id,
      // The same, for parameters that PostgreSQL takes for text.
      name: id,
      post: names.postId(random.int(size.posts)),
      member: names.memberId(random.int(size.members)),
      other: names.memberId(random.int(size.members)),
    }
    yield (name) => values[name] ?? 0
  }
}

async function onSqlite(file: string): Promise<number> {
  const sqlite = new DatabaseSync(file, { timeout: 10_000 })
  sqlite.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32000',
  )
  const prepared = statements.map(({ text, wanted }) => ({ statement: sqlite.prepare(text), wanted }))
  let done = 0
  for await (const value of rows()) {
    sqlite.exec('begin immediate')
    for (const { statement, wanted } of prepared) {
      statement.all(Object.fromEntries(wanted.map((name) => [`:${name}`, value(name)])))
    }
    sqlite.exec('commit')
    done++
  }
  sqlite.close()
  return done
}

async function onPostgres(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let done = 0
  for await (const value of rows()) {
    await client.query('begin')
    for (const { numbered, wanted } of statements) {
      await client.query({ name: numbered.slice(0, 60), text: numbered, values: wanted.map(value) })
    }
    await client.query('commit')
    done++
  }
  await client.end()
  return done
}

const began = performance.now()
const done = await (database.startsWith('postgres:') ? onPostgres(database) : onSqlite(database))
console.log(done / ((performance.now() - began) / 1_000))
