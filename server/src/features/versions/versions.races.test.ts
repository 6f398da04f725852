import { expect } from 'vitest'
import { comment } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { deletePost, told } from '../../../test/notifications.ts'
import { AHEAD_CLOCK } from '../../../test/test-clock.ts'
import { commentTextsOf, edit, editComment, textsOf, versionsOf } from '../../../test/versions.ts'
import type { PostId } from '../../database/schema.ts'

const test = base.extend('options', { scope: 'file' }, () => ({ clock: AHEAD_CLOCK }))
const TEXTS = Array.from({ length: 8 }, (_, index) => `Text ${index}: it has more than a few words`)

test('of edits at the same time, each is kept once', async ({ ann, bob }) => {
  const { _id: postId } = await writePost(ann, 'First')
  const commentId = await comment(bob, postId, 'First')
  await Promise.all(TEXTS.flatMap((text) => [edit(ann, postId, text), editComment(bob, postId, commentId, text)]))
  const all = ['First', ...TEXTS].sort()
  expect((await textsOf(bob, postId)).toSorted()).toEqual(all)
  expect((await commentTextsOf(ann, commentId)).toSorted()).toEqual(all)
  const since = (await versionsOf(ann, postId)).versions.map(({ _id }) => Number(_id))
  expect(since).toEqual([...new Set(since)].sort((a, b) => b - a))
  await expect.poll(() => told(bob, 'edit')).toHaveLength(1)
})

test('an edit beside a report and a deletion is made, or finds nothing', async ({ app, ann, bob }) => {
  const { _id: postId } = await writePost(ann, 'First')
  await comment(bob, postId, 'A comment')
  const send = (content: string) =>
    ann.send({ method: 'POST', url: `/api/posts/edit/${postId}`, payload: { postData: { content } } })
  const report = { body: { kind: 'post' as const, id: postId, rule: 'spam' } }
  const edits = TEXTS.slice(0, 4).map(send)
  const [reported] = await Promise.all([
    bob.send({ method: 'POST', url: '/api/reports', payload: report.body }),
    deletePost(ann, postId),
  ])
  const statuses = (await Promise.all([...edits, ...TEXTS.slice(4).map(send)])).map(({ status }) => status)
  expect([...statuses, reported.status].filter((status) => ![201, 404].includes(status))).toEqual([])
  for (const table of ['post_versions', 'version_pictures', 'edit_notices'] as const) {
    const rows = await app.db.primary
      .selectFrom(table)
      .select('post_id')
      .where('post_id', '=', Number(postId) as PostId)
      .execute()
    expect(rows, table).toEqual([])
  }
})
