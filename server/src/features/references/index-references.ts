import { isTag, tagKey } from '@quack/contract/rules/references'
import type { Connection, Database } from '../../database/database.ts'
import type { CommentId, MemberId, PostId, TagId } from '../../database/schema.ts'
import { findSetting, putSetting, removeSetting } from '../installation/settings.queries.ts'
import { COMMENT_MENTIONS, type MentionTable, POST_MENTIONS } from '../mentions/mentions.queries.ts'
import { findMentioned, mayMention } from '../mentions/mentions.ts'
import { insertTags } from '../posts/post-tags.queries.ts'
import { mayHaveTags, replaceTags } from '../posts/post-tags.ts'
import { findForEdit } from '../posts/posts.queries.ts'
import * as queries from './references.queries.ts'

/**
 * Hashtags and mentions of texts that were written before they were stored, or whose hashtags had other keys. In steps,
 * each in a short transaction that also notes how far it has come. Nobody is notified.
 */

/** Rows that a step reads at most. */
const ROWS = 50
/**
 * It ends earlier after so many rows with something to store, or so many characters of these: SQLite blocks the server.
 */
const WRITTEN_MAX = 8
const CHARACTERS_MAX = 10_000

interface Row<Id> {
  readonly id: Id
  readonly text: string
}
interface Work<Id extends number> {
  readonly list: (db: Connection, page: { after: number; limit: number }) => Promise<readonly Row<Id>[]>
  readonly isConcerned: (text: string) => boolean
  readonly store: (db: Database, transaction: Connection, row: Row<Id>) => Promise<void>
}
const work =
  <Id extends number>(of: Work<Id>) =>
  (db: Database, transaction: Connection, after: number) =>
    storeNext(db, transaction, of, after)

/** In this order: followers of a hashtag have its new key before the posts get it. */
const TABLES = [
  {
    key: 'references.tags',
    storeAfter: work({
      list: queries.listTags,
      isConcerned: (key) => tagKey(key) !== key && isTag(tagKey(key)),
      store: storeTag,
    }),
  },
  {
    key: 'references.posts',
    storeAfter: work({
      list: queries.listPosts,
      isConcerned: (text) => mayMention(text) || mayHaveTags(text),
      store: storePost,
    }),
  },
  {
    key: 'references.comments',
    storeAfter: work({ list: queries.listComments, isConcerned: mayMention, store: storeComment }),
  },
] as const

/** Has everything looked at again. */
export function requestReferences(db: Database): Promise<void> {
  return db.write(async (transaction) => {
    for (const { key } of TABLES) await putSetting(transaction, key, 0)
  })
}

/** `isBusy`: another node is at it. `isMore`: there is more to do. */
export interface Step {
  readonly isBusy: boolean
  readonly isMore: boolean
}

/** Stores what the next rows refer to. */
export async function indexReferences(db: Database): Promise<Step> {
  if ((await findTable(db.primary)) === null) return { isBusy: false, isMore: false }
  return db.write(
    async (transaction) => {
      if (!(await queries.lockReferences(transaction))) return { isBusy: true, isMore: true }
      const table = await findTable(transaction)
      if (table === null) return { isBusy: false, isMore: false }
      const last = await table.storeAfter(db, transaction, table.after)
      if (last === null) await removeSetting(transaction, table.key)
      else await putSetting(transaction, table.key, last)
      return { isBusy: false, isMore: true }
    },
    { isBackground: true },
  )
}

/** The table whose turn it is; null if all are done. */
async function findTable(db: Connection) {
  for (const table of TABLES) {
    const after = await findSetting(db, table.key)
    if (after !== undefined) return { ...table, after: Number(after) }
  }
  return null
}

/** @returns the id of the last row that was looked at; null if there are no more */
async function storeNext<Id extends number>(
  db: Database,
  transaction: Connection,
  { list, isConcerned, store }: Work<Id>,
  after: number,
): Promise<number | null> {
  const rows = await list(transaction, { after, limit: ROWS })
  let [written, characters] = [0, 0]
  for (const row of rows) {
    if (!isConcerned(row.text)) continue
    await store(db, transaction, row)
    written += 1
    characters += row.text.length
    if (written === WRITTEN_MAX || characters >= CHARACTERS_MAX) return row.id
  }
  return rows.length < ROWS ? null : (rows.at(-1)?.id ?? null)
}

/** Its posts follow when they are looked at. */
async function storeTag(db: Database, transaction: Connection, { id, text }: Row<TagId>): Promise<void> {
  const key = tagKey(text)
  await insertTags(transaction, [{ id: db.ids.next<TagId>(), key }])
  await queries.moveFollows(transaction, id, key)
}

/** The post is read again and locked, because it may have changed. */
async function storePost(db: Database, transaction: Connection, { id }: Row<PostId>): Promise<void> {
  const post = await findForEdit(transaction, id)
  if (!post) return
  const { author_id: author, content: text } = post
  await storeMentions(transaction, POST_MENTIONS, { id, author, text })
  await replaceTags(db, transaction, { id, author, before: text, text })
}

async function storeComment(_db: Database, transaction: Connection, { id }: Row<CommentId>): Promise<void> {
  const comment = await queries.findComment(transaction, { id })
  if (comment) await storeMentions(transaction, COMMENT_MENTIONS, { id, ...comment })
}

/**
 * Only of a text without mentions: those of others were found when they were written, and a name may since belong to
 * somebody else. For the same reason, nobody is meant who came later than the text.
 */
async function storeMentions<Id extends PostId | CommentId>(
  transaction: Connection,
  table: MentionTable<Id>,
  { id, author, text }: { readonly id: Id; readonly author: MemberId; readonly text: string },
): Promise<void> {
  if (!mayMention(text) || (await table.list(transaction, [id])).length > 0) return
  const mentioned = await findMentioned(transaction, author, text)
  const meant = mentioned.filter((member) => Number(member) < Number(id))
  if (meant.length > 0) await table.insert(transaction, id, meant)
}
