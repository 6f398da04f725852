import { createRandom } from '@quack/testing/random'
import type { Database } from '../server/src/database/database.ts'
import { skewed } from './distributions.ts'
import { groupsOf } from './follow-graph.ts'
import { insertAll } from './insert-all.ts'

const TAGS = 500
/** Hashtags that each reader of the group follows. */
const FOLLOWED = 20

interface Of {
  readonly members: number
  readonly posts: number
  memberId(member: number): number
  postId(post: number): number
  authorOf(post: number): number
}

/** Every second post has a hashtag, of which a few are in very many posts. One group of members follows some. */
export async function insertTags(db: Database, { members, posts, memberId, postId, authorOf }: Of): Promise<void> {
  const tags = Array.from({ length: TAGS }, (_, index) => [index + 1, `bench${index}`, `Bench${index}`])
  await insertAll(db, 'tags', ['id', 'key', 'name'], tags)
  // The tags of posts in a random order.
  const used = skewed(Math.floor(posts / 2), TAGS, posts).flatMap((count, index) => Array(count).fill(index + 1))
  const random = createRandom(11)
  for (let last = used.length - 1; last > 0; last--) {
    const other = random.int(last + 1)
    ;[used[last], used[other]] = [used[other], used[last]]
  }
  const rows = used.map((tag, index) => [tag, postId(2 * index), memberId(authorOf(2 * index))])
  await insertAll(db, 'post_tags', ['tag_id', 'post_id', 'author_id'], rows)
  await insertAll(db, 'tag_follows', ['member_id', 'tag_id', 'at'], followRows())
  function* followRows() {
    const { first, count } = groupsOf(members).tags
    for (let member = first; member < first + count; member++) {
      const followed = new Set<number>()
      while (followed.size < FOLLOWED) followed.add(1 + random.int(TAGS))
      for (const tag of followed) yield [memberId(member), tag, memberId(member) + tag]
    }
  }
}
