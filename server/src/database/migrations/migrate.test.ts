import { GUEST } from '@quack/contract/rules/demo'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { createTestLocation } from '../../../test/database.ts'
import { test } from '../../../test/fixtures.ts'
import { signUp, writePost } from '../../../test/members.ts'
import { compareIndex } from '../../../test/search-index.ts'
import { indexReferences } from '../../features/references/index-references.ts'
import { isDone, readPosition } from '../../features/search/search-index.ts'
import type { Connection, Database } from '../database.ts'
import { isPostgres } from '../engine.ts'
import { openDatabase } from '../open/open.ts'
import type { PostId } from '../schema.ts'
import { MIGRATIONS } from './migrate.ts'

test('of several nodes that start together on an empty database, each finds it migrated once', async ({
  directory,
}) => {
  const target = await createTestLocation(directory)
  const open = () => openDatabase(target.location, (error) => expect.fail(error.message))
  const nodes = await Promise.all([open(), open(), open()])
  for (const { read } of nodes) {
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(read)
    expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name))
  }
  for (const node of nodes) await node.close()
  await target.drop()
})

test.for([
  { what: 'that the demo filled', isFilled: true, email: 'guest@example.com', shared: [GUEST.username] },
  { what: 'whose guest account was deleted, and its name taken', isFilled: true, email: 'a@example.com', shared: [] },
  { what: 'without the demo', isFilled: false, email: 'guest@example.com', shared: [] },
])('an installation of an older release, $what, finds the account that guests share', async (old, { ownApp: app }) => {
  await signUp(app)
  await signUp(app, { username: GUEST.username, email: old.email })
  // Restores the tables of an older release.
  const before = await app.database.reopen(async () => undefined)
  await before.write(async (transaction) => {
    await sql`alter table members drop column is_shared`.execute(transaction)
    await sql`delete from migrations where name = '007-shared-account'`.execute(transaction)
    if (old.isFilled) await transaction.insertInto('settings').values({ key: 'demo-filled', value: 'then' }).execute()
  })
  await before.close()
  const db = await app.database.reopen()
  const shared = await db.read.selectFrom('members').select('username').where('is_shared', '=', 1).execute()
  expect(shared.map(({ username }) => username)).toEqual(old.shared)
  await db.close()
})

test('posts of an older release on which mentioned members may comment get their mentions', async ({ ownApp: app }) => {
  const [ann, bob, carl, eve] = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)]
  const longer = await signUp(app, { username: `${bob.username}.b` })
  await ann.call('POST /api/users/block/:id', { params: { id: eve._id } })
  const text = `@${longer.username}! @${carl.username.toUpperCase()}.no @${carl.username} @${eve.username} @nobody-here`
  const [closed, open] = [await writePost(ann, text), await writePost(ann, text)]
  const later = await writePost(bob, `@${ann.username}`)
  // As if they had been written before mentions were stored.
  const before = await app.database.reopen(async () => undefined)
  await before.write(async (transaction) => {
    const ids = [Number(closed._id), Number(open._id)] as PostId[]
    await transaction.deleteFrom('post_mentions').where('post_id', 'in', ids).execute()
    const rule = { who_may_comment: 'mentioned' } as const
    const ruled = [Number(closed._id), Number(later._id)] as PostId[]
    await transaction.updateTable('posts').set(rule).where('id', 'in', ruled).execute()
    await sql`delete from migrations where name = '022-earlier-mentions'`.execute(transaction)
  })
  await before.close()
  const db = await app.database.reopen()
  const rows = await db.read.selectFrom('post_mentions').selectAll().orderBy('post_id').orderBy('member_id').execute()
  expect(rows.map(({ post_id, member_id }) => [String(post_id), String(member_id)])).toEqual([
    [closed._id, carl._id],
    [closed._id, longer._id],
    [later._id, ann._id],
  ])
  await db.close()
})

test('posts and members of an older release are indexed for search, and only once', async ({ ownApp: app }) => {
  const ann = await signUp(app)
  await writePost(ann, 'An old post')
  // As if they had been written before the index.
  const before = await app.database.reopen(async () => undefined)
  await before.write(async (transaction) => {
    for (const table of ['search_posts', 'search_people', 'search_changes'])
      await sql`drop table ${sql.table(table)}`.execute(transaction)
    await sql`drop index if exists tags_beginning`.execute(transaction)
    for (const table of ['posts', 'members']) await dropSearchTriggers(transaction, table)
    await sql`delete from migrations where name = '023-search'`.execute(transaction)
  })
  await before.close()
  const db = await app.database.reopen()
  expect(Object.values(await readPosition(db.primary))).toEqual([expect.any(Number), expect.any(Number)])
  expect(isDone(await readPosition(db.primary))).toBe(false)
  const { actual, expected } = await compareIndex(db)
  expect(actual).toEqual(expected)
  expect(actual.posts.size).toBe(1)
  expect(isDone(await readPosition(db.primary))).toBe(true)
  await db.close()
})

test('hashtags and mentions of an older release are stored once, from its first post on', async ({ ownApp: app }) => {
  await writePost(await signUp(app), 'An old #post')
  const before = await app.database.reopen(async () => undefined)
  await before.write(async (transaction) => {
    await transaction.deleteFrom('post_tags').execute()
    await sql`delete from migrations where name = '030-earlier-references'`.execute(transaction)
  })
  await before.close()
  const db = await app.database.reopen()
  while ((await indexReferences(db)).isMore);
  expect(await db.read.selectFrom('post_tags').select('post_id').execute()).toHaveLength(1)
  await db.close()
  const again = await app.database.reopen()
  expect(await indexReferences(again)).toEqual({ isBusy: false, isMore: false })
  await again.close()
})

test('posts of an older release have their likes beside their hashtags', async ({ ownApp: app }) => {
  const ann = await signUp(app)
  const [liked] = [await writePost(ann, 'An old #post of #mine'), await writePost(ann, 'Another #post')]
  await ann.call('POST /api/posts/like/:postId', { params: { postId: liked._id } })
  const before = await app.database.reopen(async () => undefined)
  await before.write(async (transaction) => {
    await sql`drop index post_tags_trending`.execute(transaction)
    for (const name of ['tag_likes_changed', 'tag_likes_started']) {
      if (isPostgres(transaction)) await sql`drop function ${sql.ref(name)} cascade`.execute(transaction)
      else await sql`drop trigger ${sql.ref(name)}`.execute(transaction)
    }
    await sql`alter table post_tags drop column like_count`.execute(transaction)
    await sql`delete from migrations where name = '031-tag-likes'`.execute(transaction)
  })
  await before.close()
  const db = await app.database.reopen()
  const { rows } = await sql<{ said: number }>`
    select like_count as said from post_tags order by like_count`.execute(db.read)
  expect(rows.map(({ said }) => said)).toEqual([0, 1, 1])
  expect(await findWrongCounts(db.read)).toEqual([])
  await db.close()
})

test('answers of apps from before trees stand in their branches', async ({ ownApp: app }) => {
  const ann = await signUp(app)
  const { _id: postId } = await writePost(ann)
  const add = async (answering?: string) => {
    const body = { commentData: { text: 'A comment', ...(answering !== undefined && { answering }) } }
    const { post } = await ann.call('POST /api/comments/add/:postId', { params: { postId }, body, headers: MINIMAL })
    return post?.comments[0]?._id ?? ''
  }
  const top = await add()
  const deep = await add(await add(top))
  const gone = await add()
  const below = await add(await add(gone))
  await ann.call('POST /api/comments/delete/:postId/:commentId', { params: { postId, commentId: gone } })
  const branchesOf = async (db: Database) => {
    const rows = await db.read.selectFrom('comments').select(['id', 'top_id']).orderBy('id').execute()
    const places = await db.read.selectFrom('comment_places').selectAll().execute()
    return { branches: new Map(rows.map((row) => [String(row.id), row.top_id && String(row.top_id)])), places }
  }
  const stored = await branchesOf(app.db)
  expect([stored.branches.get(top), stored.branches.get(deep), stored.branches.get(below)]).toEqual([null, top, gone])

  const before = await app.database.reopen(async () => undefined)
  await before.write(async (transaction) => {
    for (const index of ['branch', 'answers', 'tops'])
      await sql`drop index ${sql.ref(`comments_${index}`)}`.execute(transaction)
    await sql`alter table comments drop column top_id`.execute(transaction)
    await sql`drop table comment_places`.execute(transaction)
    await sql`delete from migrations where name = '040-branches'`.execute(transaction)
  })
  await before.close()
  const db = await app.database.reopen()
  expect(await branchesOf(db)).toEqual(stored)
  await db.close()
})

async function dropSearchTriggers(transaction: Connection, table: string): Promise<void> {
  if (isPostgres(transaction)) await sql`drop function ${sql.ref(`search_${table}`)} cascade`.execute(transaction)
  else {
    for (const end of ['made', 'edited', 'gone'])
      await sql`drop trigger ${sql.ref(`search_${table}_${end}`)}`.execute(transaction)
  }
}
