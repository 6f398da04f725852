import type { Post } from '@quack/contract'
import type { Notification } from '@quack/contract/client-api/entities'
import { EDIT_GRACE_MS, VERSIONS_MAX, VERSIONS_PAGE } from '@quack/contract/rules/limits'
import { patient } from '@quack/testing/patience'
import { describe, expect, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createApps } from '../../../test/apps.ts'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { block, comment, follow } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { deleteComment, deletePost, listOf, told } from '../../../test/notifications.ts'
import { quote, readPost } from '../../../test/quotes.ts'
import { refusal } from '../../../test/refusals.ts'
import { repost } from '../../../test/reposts.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import { unzip } from '../../../test/unzip.ts'
import { picture, uploadFile } from '../../../test/uploads.ts'
import { commentTextsOf, edit, editComment, refuseVersions, textsOf, versionsOf } from '../../../test/versions.ts'
import { timeOfId } from '../../database/ids.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { anonymise, removeRows } from '../account/removal.service.ts'
import { isSubstantial, type Said } from './records/keep-version.ts'

/** Whose edits all come late enough to be seen. */
const test = base
  .extend('clock', { scope: 'file' }, createTestClock({ start: Date.now() + 60 * EDIT_GRACE_MS }))
  .extend('options', { scope: 'file' }, ({ clock }) => ({ clock }))
  .extend('postId', async ({ ann }) => (await writePost(ann, 'First'))._id)

/** Waits until all who are to be told of edits have been. */
const toldAll = ({ db }: TestApp) =>
  vi.waitFor(
    async () => {
      const waiting = await db.primary
        .selectFrom('edit_notices')
        .select('post_id')
        .where('due_at', 'is not', null)
        .execute()
      expect(waiting).toEqual([])
    },
    { timeout: patient(5_000) },
  )

const OTHER = 'Something else that has more than a few new words'
const numberOf = (postId: string) => Number(postId) as PostId
let pictures = 0
const upload = async (member: TestMember) =>
  (
    await uploadFile(
      member,
      await picture(40 + ++pictures)
        .png()
        .toBuffer(),
    )
  ).url

describe('an edited post', () => {
  test('says so, and whoever may read it sees what it said', async ({ app, ann, bob, postId }) => {
    expect(await readPost(bob, postId)).not.toHaveProperty('editedAt')
    const edited = await edit(ann, postId, { content: 'Second', warning: 'Mud' })
    await edit(ann, postId, { content: 'Third', sensitive: true })
    expect(Date.parse(edited?.editedAt ?? '')).toBeGreaterThan(Date.now() + EDIT_GRACE_MS)
    for (const reader of [ann, bob, app.visitor]) {
      const { versions, nextCursor } = await versionsOf(reader, postId)
      expect(nextCursor).toBeNull()
      expect(versions).toMatchObject([
        { content: 'Third', warning: 'Mud', sensitive: true },
        { content: 'Second', warning: 'Mud' },
        { content: 'First' },
      ])
      expect(versions[1]).not.toHaveProperty('sensitive')
      expect(versions[2]).not.toHaveProperty('warning')
    }
    const quoteId = (await quote(bob, postId))._id
    const { quote: quoted, editedAt } = await readPost(bob, quoteId)
    expect([quoted?.post?.editedAt, editedAt]).toEqual([expect.any(String), undefined])
  })

  test('that says the same afterwards, or has other rules alone, leaves no trace', async ({ ann, postId }) => {
    await edit(ann, postId, 'First')
    const post = await edit(ann, postId, { whoMayComment: 'nobody' })
    expect(post).not.toHaveProperty('editedAt')
    expect(await textsOf(ann, postId)).toEqual(['First'])
  })

  test('shows its earlier pictures, which stay until it is deleted', async ({ app, ann, bob, postId }) => {
    const [first, second, third] = [await upload(ann), await upload(ann), await upload(ann)]
    await edit(ann, postId, { mediaUrl: first, alt: 'One', furtherPictures: [{ url: second, alt: 'Two' }] })
    await edit(ann, postId, { furtherPictures: [{ url: third, alt: 'Three' }] })
    await edit(ann, postId, { mediaUrl: '', furtherPictures: [] })
    const shown = ({
      mediaUrl,
      alt,
      media,
      furtherPictures = [],
    }: Pick<Post, 'mediaUrl' | 'alt' | 'media' | 'furtherPictures'>) => [
      mediaUrl,
      alt,
      media?.height,
      ...furtherPictures.map(({ url, alt }) => [url, alt]),
    ]
    expect((await versionsOf(bob, postId)).versions.map(shown)).toEqual([
      ['', '', undefined],
      [first, 'One', 20, [third, 'Three']],
      [first, 'One', 20, [second, 'Two']],
      ['', '', undefined],
    ])
    const statusOf = async (url: string) => (await app.app.inject({ url })).statusCode
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([200, 200, 200])
    // Who may not see the post gets no address that works, and whoever may gets another.
    await setAudience(app, ann, PRIVATE)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 404])
    await follow(bob, ann)
    const [, before] = (await versionsOf(ann, postId)).versions
    expect(await statusOf(before?.mediaUrl ?? '')).toBe(200)
    expect(await refuseVersions(bob, postId)).toEqual(refusal('postUnknown'))
    await deletePost(ann, postId)
    const left = await app.db.primary
      .selectFrom('version_pictures')
      .select('name')
      .where('post_id', '=', numberOf(postId))
      .execute()
    // Due for the sweep, or swept already.
    const kept = await app.db.primary
      .selectFrom('media')
      .select('name')
      .where(
        'name',
        'in',
        [first, second, third].map((url) => url.slice('/media/'.length)),
      )
      .where('removing_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('media_uploads')
              .select('at')
              .whereRef('media_uploads.name', '=', 'media.name')
              .where('at', '=', 0),
          ),
        ),
      )
      .execute()
    expect([left, kept]).toEqual([[], []])
  })

  test('is read page by page, and keeps the first and the newest versions', async ({ ann, postId }) => {
    for (let count = 1; count <= VERSIONS_MAX + 2; count++) await edit(ann, postId, `Text ${count}`)
    const all: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await versionsOf(ann, postId, cursor === undefined ? {} : { cursor })
      // An edit between two pages adds nothing to them, and hides nothing.
      if (cursor === undefined) await edit(ann, postId, 'Meanwhile')
      expect(page.versions.length).toBeLessThanOrEqual(VERSIONS_PAGE)
      all.push(...page.versions.map(({ content }) => content))
      cursor = page.nextCursor
    }
    const newest = Array.from({ length: VERSIONS_MAX - 2 }, (_, index) => `Text ${VERSIONS_MAX + 2 - index}`)
    expect(all).toEqual([...newest, 'First'])
    expect((await versionsOf(ann, postId, { limit: 1 })).versions).toMatchObject([{ content: 'Meanwhile' }])
    const foreign = { params: { postId }, query: { cursor: 'comment-versions.1' } }
    expect(await ann.refuse('GET /api/posts/:postId/versions', foreign)).toEqual(refusal('cursorInvalid'))
  })

  test('is unknown with its versions to whom the post is', async ({ app, ann, bob, moderator, postId }) => {
    await edit(ann, postId, 'Second')
    await setHidden(app, postId, 1)
    expect(await textsOf(ann, postId)).toEqual(['Second', 'First'])
    for (const reader of [bob, moderator, app.visitor])
      expect(await refuseVersions(reader, postId)).toEqual(refusal('postUnknown'))
    await setHidden(app, postId, null)
    await setAudience(app, ann, PRIVATE)
    expect(await refuseVersions(bob, postId)).toEqual(refusal('postUnknown'))
    await ann.call('POST /api/account/private', { body: { private: false } })
    expect(await textsOf(bob, postId)).toHaveLength(2)
    await block(ann, bob)
    expect(await refuseVersions(bob, postId)).toEqual(refusal('postUnknown'))
    expect(await refuseVersions(bob, 'none')).toEqual(refusal('postUnknown'))
    await deletePost(ann, postId)
    expect(await refuseVersions(ann, postId)).toEqual(refusal('postUnknown'))
    const { rows } = await countVersions(app, postId)
    expect(rows).toBe(0)
  })

  test("has a moderator's warning in front of all that it said", async ({ app, ann, bob, postId }) => {
    await edit(ann, postId, { content: 'Second', warning: 'Mine' })
    await app.db.write((transaction) =>
      transaction
        .updateTable('posts')
        .set({ own_warning: 'Mine', warning: 'Staff' })
        .where('id', '=', numberOf(postId))
        .execute(),
    )
    // It is no edit, and one of the author's own warning is not seen.
    expect(await edit(ann, postId, { warning: 'Other' })).toMatchObject({ warning: 'Staff' })
    const warned = { warning: 'Staff', warnedBy: 'moderator' }
    expect((await versionsOf(bob, postId)).versions).toMatchObject([
      { content: 'Second', ...warned },
      { content: 'First', ...warned },
    ])
  })
})

const setHidden = (app: TestApp, postId: string, hidden_at: number | null) =>
  app.db.write((transaction) =>
    transaction.updateTable('posts').set({ hidden_at }).where('id', '=', numberOf(postId)).execute(),
  )

test('the versions of a post have the options of its poll', async ({ ann, bob, postId }) => {
  await edit(ann, postId, { poll: { options: ['Pond', 'Lake'] } })
  await edit(ann, postId, { poll: { options: ['Pond', 'Lake'], mayChange: true } })
  await edit(ann, postId, { poll: { options: ['Pond', 'River'] } })
  await edit(ann, postId, { poll: { options: ['Pond', 'River'], multiple: true } })
  await edit(ann, postId, { poll: null })
  const polls = (await versionsOf(bob, postId)).versions.map((version) => [version.pollOptions, version.pollMultiple])
  expect(polls).toEqual([
    [undefined, undefined],
    [['Pond', 'River'], true],
    [['Pond', 'River'], undefined],
    [['Pond', 'Lake'], undefined],
    [undefined, undefined],
  ])
})

const countVersions = async ({ db }: TestApp, postId: string) => {
  const rows = await db.primary
    .selectFrom('post_versions')
    .select('since')
    .where('post_id', '=', numberOf(postId))
    .execute()
  return { rows: rows.length }
}

test('an edit within two minutes leaves no trace, and tells nobody', async () => {
  const clock = createTestClock()
  const app = await startTestApp({ clock })
  try {
    const ann = await signUp(app, { username: 'ann' })
    const bob = await signUp(app, { username: 'bob' })
    const { _id: postId } = await writePost(ann, 'First')
    const commentId = await comment(bob, postId, 'One')
    const after = (id: string, ms: number) => clock.jump(timeOfId(Number(id)) + ms - clock.now())
    after(postId, EDIT_GRACE_MS - 1)
    expect(await edit(ann, postId, OTHER)).not.toHaveProperty('editedAt')
    await editComment(bob, postId, commentId, 'Two')
    expect(await textsOf(bob, postId)).toEqual([OTHER])
    expect(await commentTextsOf(bob, commentId)).toEqual(['Two'])
    after(commentId, EDIT_GRACE_MS)
    expect((await edit(ann, postId, 'A corrected one'))?.editedAt).toBeDefined()
    await editComment(bob, postId, commentId, 'Three')
    expect(await textsOf(bob, postId)).toEqual(['A corrected one', OTHER])
    expect(await commentTextsOf(bob, commentId)).toEqual(['Three', 'Two'])
    await toldAll(app)
    expect(await told(bob)).toEqual(['edit ann'])
  } finally {
    await app.close()
  }
})

test('versions are in the archive of their author, with their files, and go with the account', async ({
  app,
  postId,
  ann,
}) => {
  const commentId = await comment(ann, postId, 'One')
  const url = await upload(ann)
  await edit(ann, postId, { mediaUrl: url, alt: 'A duck', warning: 'Mud' })
  await edit(ann, postId, { mediaUrl: '' })
  await editComment(ann, postId, commentId, 'Two')
  const headers = { authorization: `Bearer ${ann.token}` }
  const files = await unzip((await app.app.inject({ url: '/api/account/archive', headers })).rawPayload)
  const json = (name: string) => JSON.parse(files.get(name) ?? 'null')
  const file = url.slice(1)
  expect(json('postVersions.json')).toMatchObject([
    { versions: [{ content: 'First' }, { content: 'First', alt: 'A duck', warning: 'Mud', file }] },
  ])
  expect(json('commentVersions.json')).toMatchObject([{ _id: commentId, versions: [{ text: 'One' }] }])
  expect(files.has(file)).toBe(true)
  const member = Number(ann._id) as MemberId
  await anonymise(app.db, member)
  // In batches of one, which versions are as well.
  await removeRows(app.db, member, () => true, 1)
  for (const table of ['post_versions', 'version_pictures', 'edit_notices'] as const) {
    const rows = await app.db.primary
      .selectFrom(table)
      .select('post_id')
      .where('post_id', '=', numberOf(postId))
      .execute()
    expect(rows, table).toEqual([])
  }
})

describe('an edited comment', () => {
  test('says so, and shows what it said to whom it is shown', async ({ app, ann, bob, carl, postId }) => {
    const id = await comment(bob, postId, 'One')
    const read = async () => (await ann.call('GET /api/comments/:postId', { params: { postId } })).comments[0]
    await editComment(bob, postId, id, 'One')
    expect(await read()).not.toHaveProperty('editedAt')
    await editComment(bob, postId, id, 'Two')
    expect(await read()).toMatchObject({ text: 'Two', editedAt: expect.any(String) })
    for (const reader of [ann, carl, app.visitor]) expect(await commentTextsOf(reader, id)).toEqual(['Two', 'One'])
    const refuse = (reader: TestMember, commentId = id) =>
      reader.refuse('GET /api/comments/:commentId/versions', { params: { commentId } })
    await block(bob, carl)
    expect(await refuse(carl)).toEqual(refusal('commentUnknown'))
    // Nobody sees what whom the author of the post has blocked wrote below it.
    await block(ann, bob)
    expect(await refuse(carl)).toEqual(refusal('commentUnknown'))
    expect(await refuse(ann, 'none')).toEqual(refusal('commentUnknown'))
    const foreign = { params: { commentId: id }, query: { cursor: 'post-versions.1' } }
    expect(await refuse(ann, postId)).toEqual(refusal('commentUnknown'))
    await ann.call('POST /api/users/unblock/:id', { params: { id: bob._id } })
    expect(await ann.refuse('GET /api/comments/:commentId/versions', foreign)).toEqual(refusal('cursorInvalid'))
    await deleteComment(bob, postId, id)
    expect(await refuse(ann)).toEqual(refusal('commentUnknown'))
  })
})

describe('a substantial edit', () => {
  test('is told once to who has commented on the post or reposted it', async ({
    app,
    ann,
    bob,
    carl,
    member,
    postId,
  }) => {
    const eve = await member('eve')
    await comment(bob, postId, 'Nice')
    await comment(bob, postId, 'Very')
    await repost(carl, postId)
    await edit(ann, postId, 'Furst')
    await toldAll(app)
    expect(await told(bob, 'edit')).toEqual([])
    await edit(ann, postId, OTHER)
    await toldAll(app)
    const edited = `edit ${ann.username}`
    expect([await told(bob, 'edit'), await told(carl, 'edit'), await told(eve, 'edit')]).toEqual([
      [edited],
      [edited],
      [],
    ])
    await comment(eve, postId, 'Late')
    await edit(ann, postId, 'First words, and many others than before')
    await toldAll(app)
    expect([await told(bob, 'edit'), await told(carl, 'edit'), await told(eve, 'edit')]).toEqual([
      [edited],
      [edited],
      [edited],
    ])
    const [notification] = (await listOf(bob, { kind: 'edit' })).notifications
    expect(notification?.post).toMatchObject({ _id: postId, excerpt: 'First words, and many others than before' })
    expect(await told(ann, 'edit')).toEqual([])
    const read = await createApps(app.app).clientOf(bob)
    const { body } = await read<Notification[]>('GET /api/v1/notifications?types[]=update')
    expect(body).toMatchObject([{ type: 'update', account: { id: ann._id }, status: { id: postId } }])
  })

  test('is told in batches, by one look at each comment', async ({ app, ann, member, postId }) => {
    const readers = [await member('reader'), await member('reader'), await member('reader')]
    const rows = Array.from({ length: 70 }, () => readers).flatMap((all) =>
      all.map(({ _id }) => ({
        ...{ id: app.db.ids.next<CommentId>(), post_id: numberOf(postId), author_id: Number(_id) as MemberId },
        ...{ text: 'A comment', updated_at: 1 },
      })),
    )
    await app.db.write((transaction) => transaction.insertInto('comments').values(rows).execute())
    await edit(ann, postId, OTHER)
    await toldAll(app)
    for (const reader of readers) expect(await told(reader, 'edit')).toHaveLength(1)
    const find = () =>
      app.db.primary
        .selectFrom('edit_notices')
        .select('told_to')
        .where('post_id', '=', numberOf(postId))
        .executeTakeFirst()
    const before = await find()
    await edit(ann, postId, 'First')
    await toldAll(app)
    expect((await find())?.told_to).toBeGreaterThan(before?.told_to ?? 0)
  })

  test('is shown to who still sees the post, and wants to know', async ({ app, ann, bob, carl, postId }) => {
    await comment(bob, postId, 'Nice')
    await repost(carl, postId)
    const kinds = { edit: { list: true, push: true, from: 'nobody' as const } }
    await carl.call('POST /api/notifications/settings', { body: { kinds } })
    await edit(ann, postId, OTHER)
    await toldAll(app)
    expect(await told(carl, 'edit')).toEqual([])
    await setAudience(app, ann, PRIVATE)
    expect(await told(bob)).toEqual([])
    await ann.call('POST /api/account/private', { body: { private: false } })
    expect(await told(bob)).toEqual([`edit ${ann.username}`])
    await setHidden(app, postId, 1)
    expect(await told(bob)).toEqual([])
    await setHidden(app, postId, null)
    expect(await told(bob)).toEqual([`edit ${ann.username}`])
    await block(ann, bob)
    expect(await told(bob)).toEqual([])
  })

  test('has other media, or more than a few other words', () => {
    const nothing = {
      warning: '',
      sensitive: false,
      mediaType: '',
      alt: '',
      pictures: [],
      poll: '',
      multiple: 0,
    } as const
    const said = (content: string, change: Partial<Said> = {}): Said => ({
      ...nothing,
      mediaUrl: '',
      content,
      ...change,
    })
    const isBetween = (a: Said, b: Said) => isSubstantial(a, b)
    expect(isBetween(said('The quick brown fox jumps'), said('The quick brown fix jumps!'))).toBe(false)
    expect(isBetween(said('one two three four'), said('four three two one'))).toBe(false)
    expect(isBetween(said('one'), said('one two three four'))).toBe(false)
    expect(isBetween(said('one'), said('one two three four five'))).toBe(true)
    expect(isBetween(said('one one one one one'), said('one'))).toBe(true)
    expect(isBetween(said('one'), said('one', { warning: 'a warning of five words', alt: 'x', sensitive: true }))).toBe(
      false,
    )
    expect(isBetween(said('one'), said('one', { mediaUrl: '/a' }))).toBe(true)
    expect(isBetween(said('one'), said('one', { poll: 'a' }))).toBe(true)
    expect(isBetween(said('one'), said('one', { pictures: [{ url: '/a', alt: '' }] }))).toBe(true)
  })
})

describe('the versions of what was reported', () => {
  test('are read by moderators, also if they do not see the post, and the log says so', async ({
    app,
    ann,
    bob,
    moderator,
    postId,
  }) => {
    const commentId = await comment(ann, postId, 'One')
    const report = async (kind: 'post' | 'comment' | 'member', id: string) =>
      (await bob.call('POST /api/reports', { body: { kind, id, rule: 'spam' } })).report._id
    const [ofPost, ofComment, ofMember] = [
      await report('post', postId),
      await report('comment', commentId),
      await report('member', ann._id),
    ]
    await edit(ann, postId, { content: 'Second', mediaUrl: await upload(ann) })
    await editComment(ann, postId, commentId, 'Two')
    await setAudience(app, ann, PRIVATE)
    await app.db.write((transaction) =>
      transaction.updateTable('posts').set({ hidden_at: 1 }).where('id', '=', numberOf(postId)).execute(),
    )
    const read = (reportId: string, query = {}) =>
      moderator.call('GET /api/moderation/reports/:reportId/versions', { params: { reportId }, query })
    const { versions } = await read(ofPost)
    expect(versions).toMatchObject([
      { content: 'Second', mediaUrl: expect.stringMatching(/^\/media\/signed/) },
      { content: 'First' },
    ])
    expect((await read(ofComment)).versions).toMatchObject([{ content: 'Two', mediaUrl: '' }, { content: 'One' }])
    const nothing = { versions: [], nextCursor: null }
    expect(await read(ofMember)).toEqual(nothing)
    const { entries } = await moderator.call('GET /api/moderation/audit', { query: { limit: 2 } })
    expect(entries.map(({ action, targetId, detail }) => [action, targetId, detail]).toReversed()).toEqual([
      ['view', ofPost, 'for followers'],
      ['view', ofComment, 'for followers'],
    ])
    const refuse = (reader: TestMember, reportId: string, query = {}) =>
      reader.refuse('GET /api/moderation/reports/:reportId/versions', { params: { reportId }, query })
    expect(await refuse(bob, ofPost)).toEqual(refusal('pathUnknown'))
    expect(await refuse(moderator, '1')).toEqual(refusal('reportUnknown'))
    expect(await refuse(moderator, ofPost, { cursor: 'x' })).toEqual(refusal('cursorInvalid'))
    await ann.call('DELETE /api/posts/:postId', { params: { postId }, headers: MINIMAL })
    expect([await read(ofPost), await read(ofComment)]).toEqual([nothing, nothing])
  })
})
