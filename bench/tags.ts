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
  readonly tags: ReadonlyMap<number, BenchTag>
  memberId(member: number): number
  postId(post: number): number
  authorOf(post: number): number
  likesOf(post: number): number
}

interface BenchTag {
  readonly id: number
  /** Without the #. */
  readonly name: string
}
const TAG_LIST = Array.from({ length: TAGS }, (_, index): BenchTag => ({ id: index + 1, name: `Bench${index}` }))

/** Every second post has a hashtag, of which a few are in very many posts. @returns them by the post's number */
export function tagsOfPosts(posts: number): ReadonlyMap<number, BenchTag> {
  const counts = skewed(Math.floor(posts / 2), TAGS, posts)
  const used = TAG_LIST.flatMap((tag, index) => Array<BenchTag>(counts[index] ?? 0).fill(tag))
  const random = createRandom(11)
  for (let last = used.length - 1; last > 0; last--) {
    const other = random.int(last + 1)
    ;[used[last], used[other]] = [used[other] as BenchTag, used[last] as BenchTag]
  }
  return new Map(used.map((tag, index) => [2 * index, tag]))
}

/** One group of members follows some of the tags. */
export async function insertTags(
  db: Database,
  { members, tags, memberId, postId, authorOf, likesOf }: Of,
): Promise<void> {
  const named = TAG_LIST.map(({ id, name }) => [id, name.toLowerCase(), name])
  await insertAll(db, 'tags', ['id', 'key', 'name'], named)
  const rows = [...tags].map(([post, { id }]) => [id, postId(post), memberId(authorOf(post)), likesOf(post)])
  await insertAll(db, 'post_tags', ['tag_id', 'post_id', 'author_id', 'like_count'], rows)
  const random = createRandom(12)
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
