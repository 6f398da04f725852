import { createRandom } from '@quack/testing/random'
import type { Database } from '../server/src/database/database.ts'
import { idAtTime } from '../server/src/database/ids.ts'
import { type DatabaseLocation, openDatabase } from '../server/src/database/open/open.ts'
import { requestIndexing } from '../server/src/features/search/search-index.ts'
import { insertAll } from './insert-all.ts'

/** What one member can write in six minutes: posts of full length in a script without spaces, of random letters. */
const POSTS = 1_000
const LENGTH = 5_000
const ALPHABET = [...'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉']

/** Each of its pairs is in every post, the sequence in none. */
export const NOT_FOUND = '甲乙丙'

/** Adds the long posts, unless they are there. @param after the end of the dataset, in milliseconds since 1970 */
export async function addLongPosts(place: DatabaseLocation, author: number, after: number): Promise<void> {
  const db = await openDatabase(place, (error) => console.error(error))
  const known = await db.read.selectFrom('posts').select('id').where('public_id', '=', 'long0').executeTakeFirst()
  if (!known) {
    const random = createRandom(23)
    const text = () =>
      Array.from({ length: LENGTH }, () => random.pick(ALPHABET))
        .join('')
        .replaceAll(NOT_FOUND, '甲乙丁')
    const rows = Array.from({ length: POSTS }, (_, index) => {
      const id = idAtTime(after + index * 1_000)
      return [id, `long${index}`, author, text(), '', '', after]
    })
    const columns = ['id', 'public_id', 'author_id', 'content', 'media_url', 'media_type', 'updated_at']
    await insertAll(db, 'posts', columns, rows)
    await requestIndexing(db)
  }
  await db.close()
}

export const BRANCHED = 'branched'
const BRANCHES = 500
/** In each branch: a comment, three answers to it, and two to each of those. */
const BRANCH = [null, 0, 0, 0, 1, 1, 2, 2, 3, 3] as const

/**
 * Adds a post with 5,000 comments in 500 branches, unless it is there.
 * @param at before all posts of the dataset, so that hardly any other read has it; in milliseconds since 1970
 */
export async function addBranchedPost(db: Database, memberId: (index: number) => number, at: number) {
  if (await db.read.selectFrom('posts').select('id').where('public_id', '=', BRANCHED).executeTakeFirst()) return
  const count = BRANCHES * BRANCH.length
  const [id, first] = [idAtTime(at), idAtTime(at) + 1]
  const columns = ['id', 'public_id', 'author_id', 'content', 'media_url', 'media_type', 'comment_count', 'updated_at']
  await insertAll(db, 'posts', columns, [[id, BRANCHED, memberId(0), 'Who else?', '', '', count, at]])
  const comments = Array.from({ length: count }, (_, index) => {
    const top = index - (index % BRANCH.length)
    const answered = BRANCH[index % BRANCH.length] ?? null
    const row = [first + index, id, memberId(1 + (index % 400)), `Comment ${index}, of a few words.`, at] as const
    return { row, answer: answered === null ? null : ([...row, first + top + answered, first + top] as const) }
  })
  const own = ['id', 'post_id', 'author_id', 'text', 'updated_at']
  const ofAnswers = [...own, 'answers_id', 'top_id']
  await insertAll(
    db,
    'comments',
    own,
    comments.flatMap(({ row, answer }) => (answer ? [] : [row])),
  )
  await insertAll(
    db,
    'comments',
    ofAnswers,
    comments.flatMap(({ answer }) => (answer ? [answer] : [])),
  )
}
