import { patient } from '@quack/testing/patience'
import pino from 'pino'
import { describe, expect } from 'vitest'
import { findWrongCounts } from '../../../test/counts.ts'
import { insertCrowd } from '../../../test/member-rows.ts'
import type { TestMember } from '../../../test/members.ts'
import { ask, editPoll, letEnd, OPTIONS, readPoll, refuseVote, vote } from '../../../test/polls.ts'
import { test as base } from '../../../test/post-fixtures.ts'
import { refusal } from '../../../test/refusals.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import { isWriteWaiting } from '../../../test/waiting-writes.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId, SessionId } from '../../database/schema.ts'
import { anonymise, removeRows } from '../account/removal.service.ts'
import { editPoll as writeEdit } from '../posts/post-polls.ts'
import { deletePost, findForEdit, updatePost } from '../posts/posts.queries.ts'
import { createPollQueue } from './poll-queue.ts'
import * as queries from './polls.queries.ts'
import * as service from './polls.service.ts'

/** The queue of the server of these tests looks once, at its start. */
const test = base.extend('options', { scope: 'file' }, () => ({ clock: createTestClock({ start: 0 }) }))

/** Holds a transaction open that has written this. @returns commits it */
async function hold(db: Database, write: (transaction: Connection) => Promise<unknown>) {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = db.write(async (transaction) => {
    await write(transaction)
    begun.resolve()
    await released.promise
  })
  await Promise.race([begun.promise, done])
  return async () => {
    released.resolve()
    await done
  }
}
const waiting = (db: Database) => expect.poll(() => isWriteWaiting(db), { timeout: patient(10_000) }).toBe(true)

/** What ends that a vote counts, as its service writes it. */
const ENDS = {
  async pollChanged(db: Database, transaction: Connection, post: PostId) {
    const current = await findForEdit(transaction, post)
    if (!current) throw new Error('There is no such post.')
    const edit = await writeEdit(transaction, current, { options: ['Ducks', 'Hens'] }, Date.now())
    await edit.write(db, transaction)
    await updatePost(transaction, post, { poll_options: edit.poll_options })
  },
  async pollEnded(_: Database, transaction: Connection, post: PostId) {
    await queries.lockPost(transaction, post, true)
    await queries.updatePoll(transaction, post, { ended_at: Date.now(), due_at: null })
  },
  async postUnknown(_: Database, transaction: Connection, post: PostId, author: MemberId) {
    await deletePost(transaction, post, author)
  },
} as const

describe('a vote', () => {
  test.for(Object.keys(ENDS) as (keyof typeof ENDS)[])(
    'that waits for what ends the voting is refused: %s',
    async (code, { app, ann, bob }) => {
      const { db } = app
      const { _id: postId } = await ask(ann)
      const release = await hold(db, (transaction) =>
        ENDS[code](db, transaction, Number(postId) as PostId, Number(ann._id) as MemberId),
      )
      const refused = refuseVote(bob, postId, [0])
      await waiting(db)
      await release()
      expect(await refused).toEqual(refusal(code))
      expect(await findWrongCounts(db.primary)).toEqual([])
    },
  )

  test('that is under way is part of the results when the poll ends, and of none after an edit', async ({
    app,
    ann,
    bob,
  }) => {
    const { db } = app
    const viewer = { id: Number(bob._id) as MemberId, username: bob.username, sessionId: 1 as SessionId }
    const within = (transaction: Connection): Database => ({ ...db, write: (work) => work(transaction) })
    const voteHeld = (postId: string) =>
      hold(db, (transaction) =>
        service.vote(
          within(transaction),
          { ...viewer, isShared: false, role: null, scopes: null },
          Number(postId) as PostId,
          {
            choices: [1],
            version: 1,
          },
        ),
      )
    const { _id: ending } = await ask(ann)
    const post = Number(ending) as PostId
    const release = await voteHeld(ending)
    const ended = db.write(async (transaction) => {
      await ENDS.pollEnded(db, transaction, post)
      await queries.foldCounts(transaction, post)
    })
    await waiting(db)
    await release()
    await ended
    expect((await readPoll(ann, ending)).poll).toMatchObject({
      ended: true,
      results: { votes: [0, 1, 0], voterCount: 1 },
    })

    const { _id: edited } = await ask(ann)
    const releaseSecond = await voteHeld(edited)
    const edit = editPoll(ann, edited, { options: ['Ducks', 'Hens'] })
    await waiting(db)
    await releaseSecond()
    await edit
    expect((await readPoll(bob, edited)).poll).toMatchObject({ version: 2, results: { voterCount: 0 } })
    expect(await findWrongCounts(db.primary)).toEqual([])
  })
})

test('a member who votes many times at once has voted once', async ({ app, ann, bob }) => {
  const { _id: postId } = await ask(ann)
  const { _id: changing } = await ask(ann, { mayChange: true })
  const send = (id: string, choice: number) =>
    bob.send({ method: 'PUT', url: `/api/posts/${id}/vote`, payload: { choices: [choice], version: 1 } })
  const fixed = await Promise.all(Array.from({ length: 12 }, (_, at) => send(postId, at % 3)))
  const { own, poll } = await readPoll(bob, postId)
  const chosen = own?.choices[0] ?? -1
  expect(fixed.map(({ status }, at) => status === (at % 3 === chosen ? 200 : 409))).not.toContain(false)
  expect(poll?.results).toEqual({ votes: [0, 1, 2].map((at) => Number(at === chosen)), voterCount: 1 })
  const changes = await Promise.all(Array.from({ length: 12 }, (_, at) => send(changing, at % 3)))
  expect(new Set(changes.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await readPoll(bob, changing)).poll?.results?.voterCount).toBe(1)
  expect(await findWrongCounts(app.db.primary)).toEqual([])
})

test('a member who votes many times at once, while the vote on earlier options is deleted, has voted once', async ({
  app,
  ann,
  bob,
}) => {
  const { _id: postId } = await ask(ann)
  const post = Number(postId) as PostId
  for (let version = 1; version <= 20; version++) {
    await vote(bob, postId, [0], version)
    await editPoll(ann, postId, { options: ['Ducks', `Hens ${version}`] })
    const send = () => vote(bob, postId, [0], version + 1)
    const drop = app.db.write((transaction) => queries.deleteOldVotes(transaction, post, version + 1, 200))
    await Promise.all([send(), send(), drop, send(), send()])
    expect((await readPoll(bob, postId)).poll?.results?.voterCount).toBe(1)
  }
  expect(await findWrongCounts(app.db.primary)).toEqual([])
})

test('the counts are those of the votes, while members vote, leave, and the author edits', async ({
  app,
  ann,
  member,
}) => {
  const voters = await Promise.all(Array.from({ length: 8 }, () => member('voter')))
  const { _id: postId } = await ask(ann, { mayChange: true, multiple: true })
  const voteNow = async (voter: TestMember, round: number) => {
    const version = (await readPoll(voter, postId)).poll?.version ?? 0
    const choices = [round % 2, 1 - (round % 2)].slice(0, 1 + (round % 3 === 0 ? 1 : 0))
    await voter.send({ method: 'PUT', url: `/api/posts/${postId}/vote`, payload: { choices, version } })
  }
  const leave = async ({ _id }: TestMember) => {
    await anonymise(app.db, Number(_id) as MemberId)
    await removeRows(app.db, Number(_id) as MemberId)
  }
  for (let round = 0; round < 4; round++) {
    const [leaving] = voters.splice(0, 1)
    await Promise.all([
      ...voters.map((voter, at) => voteNow(voter, round + at)),
      ...(leaving ? [voteNow(leaving, round).then(() => leave(leaving))] : []),
      ...(round % 2 === 1 ? [editPoll(ann, postId, { options: [...OPTIONS, `Round ${round}`] })] : []),
    ])
    expect(await findWrongCounts(app.db.primary)).toEqual([])
  }
  await Promise.all(voters.map((voter, at) => voteNow(voter, at)))
  expect((await readPoll(ann, postId)).poll?.results?.voterCount).toBe(voters.length)
  await vote(ann, postId, [3], 3)
})

test('three nodes tell each voter once, also after one of them has stopped in between', async ({ app, ann }) => {
  const { db, database } = app
  const { _id: postId } = await ask(ann)
  const crowd = await insertCrowd(db, 260)
  const rows = crowd.map((id) => ({ post_id: Number(postId) as PostId, member_id: id, version: 1, choices: 1 }))
  const none = { votes_1: 0, votes_2: 0, votes_3: 0, votes_4: 0, votes_5: 0 }
  const counts = { post_id: Number(postId) as PostId, part: 0, voters: crowd.length, votes_0: crowd.length, ...none }
  await db.write(async (transaction) => {
    await transaction.insertInto('poll_votes').values(rows).execute()
    await transaction.insertInto('poll_counts').values(counts).execute()
  })
  await letEnd(app, postId)
  const own = await Promise.all([1, 2, 3].map(() => (db.engine === 'postgres' ? database.reopen() : db)))
  // Another time than that of the app's own queue, which stands still.
  const needs = { clock: createTestClock(), logger: pino({ level: 'silent' }) }
  const nodes = own.map((of) => createPollQueue({ ...needs, db: of }))
  const events = () =>
    db.primary
      .selectFrom('notification_events')
      .select('recipient_id as id')
      .where('kind', '=', 'poll')
      .where('actor_id', '=', Number(ann._id) as MemberId)
      .orderBy('recipient_id')
      .execute()
  nodes[0]?.start()
  await expect.poll(async () => (await events()).length, { timeout: patient(20_000) }).toBeGreaterThan(0)
  await nodes[0]?.close()
  for (const node of nodes.slice(1)) node.start()
  await expect.poll(async () => (await events()).length, { timeout: patient(20_000) }).toBe(crowd.length + 1)
  for (const node of nodes.slice(1)) await node.close()
  const ids = [Number(ann._id), ...crowd].toSorted((a, b) => a - b)
  expect((await events()).map(({ id }) => id)).toEqual(ids)
  expect(
    await db.primary
      .selectFrom('polls')
      .select('due_at')
      .where('post_id', '=', Number(postId) as PostId)
      .execute(),
  ).toEqual([{ due_at: null }])
  if (db.engine === 'postgres') await Promise.all(own.map((each) => each.close()))
})
