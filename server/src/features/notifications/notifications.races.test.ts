import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { comment, follow, like } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import * as n from '../../../test/notifications.ts'

const CROWD = 24
/** Two requests that open a group each do not happen in every round. */
const ROUNDS = 5

const test = base.extend('crowd', { scope: 'file' }, async ({ member }) => {
  const crowd: TestMember[] = []
  for (let count = 0; count < CROWD; count++) crowd.push(await member('crowd'))
  return crowd
})

describe('what many members do at the same time is one notification, with all of them', () => {
  test('without a transaction that has to be repeated', async ({ app, ann, bob, crowd }) => {
    const { _id } = await writePost(ann)
    const commentId = await comment(bob, _id, 'The first')
    const before = app.db.stats().retries_total
    const act = async (each: TestMember) => {
      await like(each, _id)
      await comment(each, _id, `@${ann.username} and @${bob.username}`)
      await n.upvote(each, _id, commentId)
      await follow(each, ann)
    }
    await Promise.all(crowd.map(act))
    expect(app.db.stats().retries_total).toBe(before)
  })

  test('likes', async ({ ann, crowd }) => {
    const { _id } = await writePost(ann)
    await Promise.all(crowd.map((each) => like(each, _id)))
    expect(await n.only(ann)).toMatchObject({ kind: 'like', peopleCount: CROWD })
  })

  test('comments, for the author and for who has commented before', async ({ ann, bob, crowd }) => {
    const { _id } = await writePost(ann)
    await comment(bob, _id, 'The first')
    await Promise.all(crowd.map((each) => comment(each, _id, 'Me too')))
    expect(await n.only(ann)).toMatchObject({ kind: 'comment', peopleCount: CROWD + 1 })
    expect(await n.only(bob)).toMatchObject({ kind: 'reply', peopleCount: CROWD })
  })

  test('upvotes', async ({ ann, bob, crowd }) => {
    const { _id } = await writePost(bob)
    const commentId = await comment(ann, _id, 'Mine')
    await Promise.all(crowd.map((each) => n.upvote(each, _id, commentId)))
    expect(await n.only(ann)).toMatchObject({ kind: 'upvote', peopleCount: CROWD })
  })

  test('follows', async ({ ann, crowd }) => {
    await Promise.all(crowd.map((each) => follow(each, ann)))
    expect(await n.only(ann)).toMatchObject({ kind: 'follow', peopleCount: CROWD })
  })

  // Requests count nothing in the row of whom they ask. So only a lock of their own keeps them apart.
  test('requests to follow', async ({ app, member, crowd }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const asked = await member('asked')
      await setAudience(app, asked, PRIVATE)
      await Promise.all(crowd.map((each) => follow(each, asked)))
      expect(await n.only(asked)).toMatchObject({ kind: 'followRequest', peopleCount: CROWD })
    }
  })
})

test('a notification counts the members of more events than it takes its faces from', async ({
  app,
  ann,
  bob,
  carl,
}) => {
  const { _id } = await writePost(ann)
  await comment(carl, _id, 'The first')
  await comment(bob, _id, 'The second')
  // As if he had written as many comments as its faces are taken from.
  await app.db.write((transaction) =>
    sql`
      insert into notification_events (recipient_id, kind, source_id, actor_id, group_id, comment_id, at, push)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 200)
      select recipient_id, kind, source_id + n, actor_id, group_id, comment_id, at + n, 0
      from notification_events, numbers where actor_id = ${Number(bob._id)} and recipient_id = ${Number(ann._id)}
    `.execute(transaction),
  )
  const { people, peopleCount } = await n.only(ann)
  expect([people.map(({ username }) => username), peopleCount]).toEqual([[bob.username], 2])
})
