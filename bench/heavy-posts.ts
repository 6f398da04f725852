import { createRandom } from '@quack/testing/random'
import { idAtTime } from '../server/src/database/ids.ts'
import { type DatabaseLocation, openDatabase } from '../server/src/database/open/open.ts'
import { requestIndexing } from '../server/src/features/search/search-index.ts'
import { insertAll } from './insert-all.ts'

/** What one member writes in six minutes: posts of full length in a script without spaces, by this random alphabet. */
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
