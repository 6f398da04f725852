import { DatabaseSync } from 'node:sqlite'
import { idAtTime } from '../../server/src/database/ids.ts'
import { createRandom } from '../../server/test/random.ts'
import { namesOf } from '../dataset.ts'
import { SIZES } from '../fill.ts'

/**
 * The ceiling of every write: the same statements with the same durability, one commit after the other, and nothing
 * else. `node bare-engine.ts FILE WRITE SECONDS SIZE` prints how many it did in a second.
 */
const [file = '', write = '', seconds = '1', sizeName] = process.argv.slice(2)
const database = new DatabaseSync(file, { timeout: 10_000 })
database.exec(
  'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32000',
)

const size = SIZES[sizeName === 'M' ? 'M' : 'S']
const names = namesOf(size)
const random = createRandom(Date.now() % 2 ** 31)
let id = idAtTime(Date.now())

const LIKE = [
  'update posts set like_count = like_count + 1 where id = :post returning author_id',
  'insert into likes (post_id, member_id, at) values (:post, :member, :id) on conflict do nothing',
  'delete from dislikes where post_id = :post and member_id = :member',
  'update posts set liked_by_count = liked_by_count + 1, disliked_by_count = disliked_by_count + 0 where id = :post',
  'insert into like_events (at, post_id, delta) values (:id, :post, 1)',
  'delete from like_events where at < :id - 1e15',
]
const WRITES: Readonly<Record<string, readonly string[]>> = {
  like: LIKE,
  comment: [
    'update posts set comment_count = comment_count + 1 where id = :post returning author_id',
    "insert into comments (id, post_id, author_id, text, updated_at) values (:id, :post, :member, 'quack', 0)",
  ],
  post: [
    `insert into posts (id, public_id, author_id, content, media_url, media_type, updated_at)
     values (:id, :id, :member, 'quack', '', '', 0)`,
    'update members set posts_count = posts_count + 1 where id = :member',
  ],
}
const statements = (WRITES[write] ?? []).map((text) => ({
  parameters: [...new Set(text.match(/:\w+/g))],
  statement: database.prepare(text),
}))

const began = performance.now()
const end = began + Number(seconds) * 1_000
let done = 0
while (performance.now() < end) {
  id++
  const values: Record<string, number> = {
    ':id': id,
    ':post': names.postId(random.int(size.posts)),
    ':member': names.memberId(random.int(size.members)),
  }
  database.exec('begin immediate')
  for (const { parameters, statement } of statements) {
    statement.all(Object.fromEntries(parameters.map((name) => [name, values[name] ?? 0])))
  }
  database.exec('commit')
  done++
}
console.log(done / ((performance.now() - began) / 1_000))
