import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { GUEST } from '@quack/contract/rules/demo'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import { findFfmpeg } from '../media/conversion/ffmpeg.ts'
import { receiveMedia } from '../media/intake/media.service.ts'
import { openMediaProcessing } from '../media/media.processing.ts'
import type { MediaRow } from '../media/records/media.queries.ts'
import type { MediaStore } from '../media/store/media-store.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { addTags } from '../posts/post-tags.ts'
import { DEMO } from './demo.content.ts'
import { demoRows } from './demo.rows.ts'

const FILLED = 'demo-filled'

/**
 * Fills an empty installation with the demo's members and posts, once. If several nodes start together, one of them
 * does. An installation that was filled before is not filled again, even if all members have left.
 * @returns whether it was filled now
 */
export async function seedDemo(db: Database, store: MediaStore, logger: FastifyBaseLogger): Promise<boolean> {
  if (!(await isEmpty(db.read))) return false
  const media = await receiveAll(db, store, logger)
  const hashes = { guest: await hashPassword(GUEST.password), others: await hashPassword(randomUUID()) }
  const rows = demoRows(db.ids, Date.now(), hashes, media)

  return db.write(async (transaction) => {
    const taken = await transaction
      .insertInto('settings')
      .values({ key: FILLED, value: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (taken.numInsertedOrUpdatedRows === 0n || !(await hasNoMembers(transaction))) return false
    await transaction.insertInto('members').values(rows.members).execute()
    await transaction.insertInto('follows').values(rows.follows).execute()
    await transaction.insertInto('posts').values(rows.posts).execute()
    for (const { id, author_id, content } of rows.posts)
      await addTags(db, transaction, { id, author: author_id, text: content })
    await transaction.insertInto('reposts').values(rows.reposts).execute()
    await transaction.insertInto('likes').values(rows.likes).execute()
    await transaction.insertInto('comments').values(rows.comments).execute()
    await transaction.insertInto('comment_votes').values(rows.comment_votes).execute()
    await transaction.insertInto('bookmarks').values(rows.bookmarks).execute()
    return true
  })
}

async function isEmpty(db: Connection): Promise<boolean> {
  const filled = await db.selectFrom('settings').select('key').where('key', '=', FILLED).executeTakeFirst()
  return filled === undefined && (await hasNoMembers(db))
}

async function hasNoMembers(db: Connection): Promise<boolean> {
  return (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) === undefined
}

/** The demo's files are processed like any upload. */
async function receiveAll(db: Database, store: MediaStore, logger: FastifyBaseLogger): Promise<Map<string, MediaRow>> {
  const files = [...new Set(DEMO.posts.flatMap((post) => post.media?.file ?? []))]
  const processing = openMediaProcessing(db, store, logger, findFfmpeg())
  try {
    const received = await Promise.all(
      files.map(async (file) => {
        const stream = createReadStream(new URL(`media/${file}`, import.meta.url))
        return [file, await receiveMedia(processing, null, 'post', stream, () => false)] as const
      }),
    )
    return new Map(received)
  } finally {
    await processing.close()
  }
}
