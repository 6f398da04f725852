import { tagsIn } from '@quack/contract/rules/references'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId, TagId } from '../../database/schema.ts'
import * as queries from './post-tags.queries.ts'

/** Texts without these signs have no hashtag, and none is stored of them. */
export const mayHaveTags = (text: string): boolean => /[#＃]/.test(text)

interface TaggedPost {
  readonly id: PostId
  readonly author: MemberId
  readonly text: string
}

const tagsOf = (text: string) => (mayHaveTags(text) ? [...tagsIn(text)] : [])

/** Stores the hashtags of a post that it does not have yet. */
export async function addTags(db: Database, transaction: Connection, { id, author, text }: TaggedPost): Promise<void> {
  // In one order for all, because a transaction waits for others that insert the same tag.
  const tags = tagsOf(text).sort(([one], [other]) => (one < other ? -1 : 1))
  if (tags.length === 0) return
  await queries.insertTags(
    transaction,
    tags.map(([key]) => ({ id: db.ids.next<TagId>(), key })),
  )
  await queries.insertPostTags(transaction, { post: id, author, keys: tags.map(([key]) => key) })
}

/** As addTags, for a text that is edited. @param before the text until now */
export async function replaceTags(
  db: Database,
  transaction: Connection,
  { before, ...post }: TaggedPost & { readonly before: string },
): Promise<void> {
  if (mayHaveTags(before)) {
    const spellings = new Map(tagsOf(before))
    // A tag that is spelt differently gets a new row, because feeds are cached with the spelling.
    const same = tagsOf(post.text).filter(([key, spelling]) => spellings.get(key) === spelling)
    const keys = same.map(([key]) => key)
    await queries.deleteOtherTags(transaction, post.id, keys)
  }
  await addTags(db, transaction, post)
}
