import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createClient } from '../../../test/client.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { createTestLocation, ENGINE, openTestDatabase } from '../../../test/database.ts'
import { test } from '../../../test/fixtures.ts'
import { countRows, listDumps, unpackDump } from '../../../test/releases/dumps.ts'
import { compareIndex } from '../../../test/search-index.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import { restore } from '../../backup/restore.service.ts'
import { readConfig } from '../../config/config.ts'
import { indexReferences } from '../../features/references/index-references.ts'
import { isDone, readPosition } from '../../features/search/search-index.ts'
import { loadSecret } from '../../features/secrets/secret.ts'
import { openDatabase } from '../open/open.ts'
import { MIGRATIONS } from './migrate.ts'

/** Tables that lose rows at a start; of one release only, with its name. */
const CLEARED: ReadonlySet<string> = new Set([
  // The log of another server means nothing to this one.
  'invalidations',
  // 008-event-transactions empties them on PostgreSQL: cursors of that time are refused.
  'migration-005 like_events',
  'migration-005 follow_events',
])

/**
 * A start compares the hashes of migrations: this also fails if a released one changes, by an edit or by a Kysely
 * release that writes other SQL.
 */
describe.for(await listDumps())('an installation of %s', (release) => {
  test('is restored from its backup, and migrated with all that it has', async ({ directory }) => {
    const backup = join(directory, 'backup')
    await unpackDump(release, ENGINE, backup)
    const target = await createTestLocation(join(directory, 'restored'))
    const { location, env } = target
    const { dataDir } = readConfig(env, 'tool')
    await restore(readConfig(env, 'tool'), backup)
    const before = await openDatabase(
      location,
      (error) => expect.fail(error.message),
      async () => undefined,
    )
    const had = await countRows(before)
    await before.close()
    expect([...had].filter(([, count]) => count === 0)).toEqual([])

    const database = await openTestDatabase(target)
    const { db } = database
    const has = await countRows(db)
    const isCleared = (table: string) => CLEARED.has(table) || CLEARED.has(`${release} ${table}`)
    expect([...had].filter(([table, count]) => !isCleared(table) && count > (has.get(table) ?? 0))).toEqual([])
    expect(has.get('migrations')).toBe(MIGRATIONS.length)
    while ((await indexReferences(db)).isMore);
    const { actual, expected } = await compareIndex(db)
    expect(actual).toEqual(expected)
    expect(isDone(await readPosition(db.primary))).toBe(true)
    expect(await findWrongCounts(db.primary)).toEqual([])

    const secret = await loadSecret(null, dataDir)
    const app = await startTestApp({ ...WITHOUT_BACKGROUND_WORK, secret }, undefined, { directory: dataDir, database })
    await expectStory(app).finally(() => app.close())
  })
})

/** What ann and bob have written and done (fill.ts). */
async function expectStory(installation: TestApp): Promise<void> {
  const { app, visitor } = installation
  const logIn = async (username: string) =>
    createClient(
      app,
      (await visitor.call('POST /api/auth/login', { body: { username, password: PASSWORD } })).encodedToken,
    )
  const [ann, bob] = [await logIn('ann'), await logIn('bob')]
  const { posts } = await ann.call('GET /api/posts/user/:username', { params: { username: 'ann' } })
  const [post] = posts
  if (!post || posts.length !== 1) throw new Error(`ann has ${posts.length} posts.`)
  expect(post).toMatchObject({
    content: 'An old #post from Łódź for @bob',
    mentions: ['bob'],
    likes: { likeCount: 1, likedByCount: 2, dislikedBy: [{ username: 'carl' }] },
    comments: [{ username: 'bob', text: 'Nice, @ann', mentions: ['ann'], votes: { upvotedBy: [{ username: 'ann' }] } }],
  })
  expect(post.likes.likedBy.map(({ username }) => username)).toEqual(['eve', 'bob'])
  const { status } = await visitor.send({ url: post.mediaUrl })
  expect(status).toBe(200)
  const { followers } = await ann.call('GET /api/users/:username/followers', { params: { username: 'ann' } })
  expect(followers.map(({ username }) => username)).toEqual(['bob'])
  const ids = (list: readonly { readonly _id: string }[]) => list.map(({ _id }) => _id)
  expect(ids((await bob.call('GET /api/bookmarks')).posts)).toEqual([post._id])
  expect(ids((await bob.call('GET /api/feed')).posts)).toEqual([post._id])
  expect(ids((await bob.call('GET /api/tags/:tag/posts', { params: { tag: 'post' } })).posts)).toContain(post._id)
  expect(ids((await bob.call('GET /api/search/posts', { query: { q: 'lodz' } })).posts)).toEqual([post._id])
}
