import { tagsIn } from '@quack/contract/rules/references'
import pino from 'pino'
import { expect } from 'vitest'
import { commentsOf } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { told } from '../../../test/notifications.ts'
import { DELETE, EDIT } from '../../../test/post-fixtures.ts'
import { createHurriedClock } from '../../../test/search-index-fixtures.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { CommentId, MemberId, PostId, TagId } from '../../database/schema.ts'
import { findSetting } from '../installation/settings.queries.ts'
import { indexReferences, requestReferences } from './index-references.ts'
import { ReferenceIndexer } from './reference-indexer.ts'

const DAY = 24 * 60 * 60_000
const TAGS = ['references.tags', 'references.posts', 'references.comments']
const idOf = ({ _id }: { readonly _id: string }) => Number(_id) as MemberId

const test = base.extend('options', { scope: 'file' }, () => WITHOUT_BACKGROUND_WORK)

/** As an older release wrote it: its text alone. */
async function oldPost(db: Database, author: TestMember, content: string, at = Date.now()): Promise<PostId> {
  const id = at < Date.now() - DAY ? db.ids.at<PostId>(at) : db.ids.next<PostId>()
  const row = { id, public_id: `old${id}`, author_id: idOf(author), content, media_url: '', media_type: '' as const }
  const values = { ...row, media_name: null, updated_at: at }
  await db.write((transaction) =>
    transaction
      .insertInto('posts')
      .values(values as never)
      .execute(),
  )
  return id
}

async function oldComment(db: Database, author: TestMember, post: PostId, text: string): Promise<void> {
  const row = { id: db.ids.next<CommentId>(), post_id: post, author_id: idOf(author), text, updated_at: Date.now() }
  await db.write((transaction) =>
    transaction
      .insertInto('comments')
      .values(row as never)
      .execute(),
  )
}

async function indexAll(db: Database): Promise<void> {
  while ((await indexReferences(db)).isMore);
}

const positions = (db: Connection) => Promise.all(TAGS.map((key) => findSetting(db, key)))
const getPost = async (reader: TestMember, post: PostId) =>
  (await reader.call('GET /api/posts/:postId', { params: { postId: String(post) } })).post
const countOf = async (reader: TestMember, tag: string) =>
  (await reader.call('GET /api/tags/:tag', { params: { tag } })).tag.postsCount

/** The keys of the hashtags that each post has, and should have. */
async function compareTags(db: Database) {
  const posts = await db.primary.selectFrom('posts').select(['id', 'content']).orderBy('id').execute()
  const rows = await db.primary
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .select(['post_id', 'key'])
    .execute()
  const has = Map.groupBy(rows, ({ post_id }) => post_id)
  return {
    actual: posts.map(({ id }) => [id, (has.get(id) ?? []).map(({ key }) => key).sort()]),
    expected: posts.map(({ id, content }) => [id, [...tagsIn(content).keys()].sort()]),
  }
}

test('earlier posts and comments get their hashtags and mentions, and nobody is told', async ({
  app,
  ann,
  bob,
  member,
}) => {
  const { db } = app
  const old = await oldPost(db, bob, 'Long ago #Pond', Date.now() - 2 * DAY)
  await oldPost(db, ann, 'Long ago #pond', Date.now() - 2 * DAY)
  const post = await oldPost(db, ann, `Hello ＠${bob.username} at the #pond, @dora!`)
  await oldComment(db, ann, post, `@${bob.username} too`)
  // Whoever has taken the name since is somebody else.
  await member('x', { username: 'dora' })
  expect([await countOf(ann, 'pond'), (await getPost(ann, post)).mentions]).toEqual([0, undefined])

  await requestReferences(db)
  await indexAll(db)
  expect(await countOf(ann, 'pond')).toBe(3)
  expect((await getPost(ann, post)).mentions).toEqual([bob.username])
  expect((await commentsOf(ann, String(post))).comments[0]?.mentions).toEqual([bob.username])
  const { posts } = await bob.call('GET /api/tags/:tag/posts', { params: { tag: 'pond' } })
  expect(posts.map(({ _id }) => _id)).toEqual([String(post), expect.any(String), String(old)])
  expect(await told(bob)).toEqual([])
  const { tags } = await ann.call('GET /api/trending-tags')
  expect(tags).toEqual([])
  expect(await positions(db.primary)).toEqual([undefined, undefined, undefined])
})

test('a hashtag whose key has changed has its posts and followers under the new one', async ({ app, ann, bob }) => {
  const { db } = app
  const post = await oldPost(db, ann, 'In #İzmir, on #col·lecció')
  await db.write(async (transaction) => {
    for (const [key, name] of [
      ['i\u0307zmir', 'İzmir'],
      ['col', 'col'],
    ] as const) {
      const tag = { id: db.ids.next<TagId>(), key, name }
      await transaction.insertInto('tags').values(tag).execute()
      await transaction
        .insertInto('post_tags')
        .values({ tag_id: tag.id, post_id: post, author_id: idOf(ann) })
        .execute()
      const follow = { member_id: idOf(bob), tag_id: tag.id, at: tag.id }
      await transaction.insertInto('tag_follows').values(follow).execute()
    }
  })
  await requestReferences(db)
  await indexAll(db)
  const counts = []
  for (const tag of ['izmir', 'İzmir', 'col·lecció', 'col']) counts.push(await countOf(ann, tag))
  expect(counts).toEqual([1, 1, 1, 0])
  const { tags } = await bob.call('GET /api/followed-tags')
  expect(tags.map(({ key }) => key)).toEqual(['col', 'izmir'])
})

test('what is edited and deleted meanwhile stays right, whichever of two nodes is at it', async ({ ownApp }) => {
  const { db } = ownApp
  const author = await signUp(ownApp)
  const ids: PostId[] = []
  for (let count = 0; count < 60; count++) ids.push(await oldPost(db, author, `Post ${count} #old${count % 5} #same`))
  const next = await writePost(author, 'New #post')
  await requestReferences(db)
  const change = (id: PostId, index: number) => {
    const params = { postId: String(id) }
    if (index % 2 === 0) return author.call(DELETE, { params })
    return author.call(EDIT, { params, body: { postData: { content: `Edited #new${index}` } } })
  }
  for (let round = 0; round < 10; round++) {
    const mine = ids.slice(round * 6, round * 6 + 4)
    await Promise.all([...mine.map(change), indexReferences(db), indexReferences(db)])
  }
  await indexAll(db)
  const { actual, expected } = await compareTags(db)
  expect(actual).toEqual(expected)
  expect(expected).toContainEqual([Number(next._id), ['post']])
})

test('a stopped server goes on where it was, in steps of few posts', async ({ ownApp }) => {
  const { db } = ownApp
  const author = await signUp(ownApp)
  for (let count = 0; count < 60; count++) await oldPost(db, author, count % 2 === 0 ? 'Plain' : `#tag${count}`)
  await requestReferences(db)
  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line).msg) })
  // One look for the hashtags, which there are none of, and two at posts.
  const first = new ReferenceIndexer({ db, logger, clock: createHurriedClock(3) })
  first.loop.start()
  await expect.poll(async () => (await db.primary.selectFrom('post_tags').select('post_id').execute()).length).toBe(16)
  await first.loop.close()
  expect((await positions(db.primary))[1]).toBeGreaterThan(0)

  const second = new ReferenceIndexer({ db, logger, clock: createHurriedClock() })
  second.loop.start()
  await expect.poll(() => positions(db.primary)).toEqual([undefined, undefined, undefined])
  await expect.poll(() => log.map((line) => line.split(' ')[0])).toEqual(['storing', 'storing', 'hashtags'])
  await second.loop.close()
  const { actual, expected } = await compareTags(db)
  expect(actual).toEqual(expected)
})
