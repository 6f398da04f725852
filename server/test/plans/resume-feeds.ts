import type { TestApp } from '../app.ts'
import { follow } from '../blocks.ts'
import { BETWEEN, RESUME, storePosition } from '../feed-positions.ts'
import { signUp, writePost } from '../members.ts'

/**
 * Reads the feed from positions on, and gaps: the statements of counts, of a reader who follows hashtags or not, who
 * has muted somebody or not, and who has muted words.
 */
export async function resumeFeeds(app: TestApp): Promise<void> {
  const [reader, author] = [await signUp(app), await signUp(app)]
  await follow(reader, author)
  const ids: string[] = []
  for (const content of ['one', 'two', 'three', 'four', 'five']) ids.push((await writePost(author, content))._id)
  const [low = '', , middle = '', , high = ''] = ids
  const read = async () => {
    for (const sort of ['latest', 'oldest'] as const) {
      for (const postId of [low, middle, high, '1']) {
        await storePosition(reader, postId, { sort, newestId: middle })
        await reader.call(RESUME, { query: { sort, limit: 1 } })
      }
      const [above, below] = sort === 'latest' ? [high, low] : [low, high]
      for (const from of ['above', 'below'] as const) {
        await reader.call(BETWEEN, { query: { sort, above, below, from, limit: 1 } })
        await reader.call(BETWEEN, { query: { sort, from, limit: 1 } })
      }
    }
  }
  await read()
  await reader.call('POST /api/tags/:tag/follow', { params: { tag: 'pond' } })
  await read()
  const params = { id: (await signUp(app))._id }
  await reader.call('POST /api/users/mute/:id', { params, body: { duration: 'always' } })
  await read()
  await reader.call('POST /api/muted-words', { body: { phrase: 'goose', action: 'hide', duration: 'always' } })
  await read()
}
