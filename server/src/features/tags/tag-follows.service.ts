import { TAGS_FOLLOWED_MAX } from '@quack/contract/rules/limits'
import { isTag, tagKey } from '@quack/contract/rules/references'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, TagId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { findTag, insertTags } from '../posts/post-tags.queries.ts'
import * as queries from './tag-follows.queries.ts'

/**
 * A tag that nobody has used can be followed: its posts may come.
 * @returns why nothing has changed; null if something has; @throws tagInvalid, tooManyTagsFollowed
 */
export function followTag(db: Database, viewer: MemberId, text: string): Promise<'tagAlreadyFollowed' | null> {
  return db.write(async (transaction) => {
    const count = await queries.countForFollow(transaction, viewer)
    const tag = (await findTag(transaction, tagKey(text))) ?? (await createTag(db, transaction, text))
    const isNew = await queries.insertTagFollow(transaction, viewer, tag.id, db.ids.next())
    if (!isNew) return 'tagAlreadyFollowed'
    if (count >= TAGS_FOLLOWED_MAX) throw new AppError('tooManyTagsFollowed')
    return null
  })
}

async function createTag(db: Database, transaction: Connection, text: string) {
  if (!isTag(text)) throw new AppError('tagInvalid')
  const key = tagKey(text)
  await insertTags(transaction, [{ id: db.ids.next<TagId>(), key }])
  const tag = await findTag(transaction, key)
  if (!tag) throw new Error(`The tag ${key} was not created.`)
  return tag
}

export async function unfollowTag(db: Database, viewer: MemberId, text: string): Promise<void> {
  await db.write(async (transaction) => {
    const tag = await findTag(transaction, tagKey(text))
    if (tag) await queries.deleteTagFollow(transaction, viewer, tag.id)
  })
}
