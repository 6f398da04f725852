import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PRIVATE, PUBLIC, setAudience, setFollow } from '../../../test/audience.ts'
import { block, like } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { openStream } from '../../../test/events.ts'
import { insertCrowd } from '../../../test/member-rows.ts'
import type { TestMember } from '../../../test/members.ts'
import { listOf, told } from '../../../test/notifications.ts'
import { ask, editPoll, letEnd, OPTIONS, readPoll, refuseVote, vote } from '../../../test/polls.ts'
import { test as base, EDIT } from '../../../test/post-fixtures.ts'
import { readPost } from '../../../test/quotes.ts'
import { refusal } from '../../../test/refusals.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import type { Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

const LOOK_MS = 5_000
const test = base
  .extend('clock', { scope: 'file' }, () => createTestClock())
  .extend('options', { scope: 'file' }, ({ clock }) => ({ clock, events: EVENTS }))

import { EVENTS } from '../events/events.routes.ts'

/** When there is something to do with a poll. */
const dueAt = async ({ db }: { db: Database }, postId: string) =>
  (
    await db.primary
      .selectFrom('polls')
      .select('due_at')
      .where('post_id', '=', Number(postId) as PostId)
      .execute()
  )[0]?.due_at

const DAY_MS = 24 * 60 * 60_000

describe('a poll', () => {
  test('has options of one line, is open for a day, and is not there without one', async ({ ann, create, getPost }) => {
    const post = await ask(ann, { options: ['  Ducks \n and\tgeese ', 'Swans'] })
    expect(post.poll).toEqual({
      options: ['Ducks and geese', 'Swans'],
      ...{ multiple: false, mayChange: false, showResults: 'always', endsAt: expect.any(String), version: 1 },
      results: { votes: [0, 0], voterCount: 0 },
    })
    const open = Date.parse(post.poll?.endsAt ?? '') - Date.parse(post.createdAt)
    expect(Math.abs(open - DAY_MS)).toBeLessThanOrEqual(1_000)
    expect(post.viewer).not.toHaveProperty('poll')
    const without = await create({ content: 'Without', poll: null })
    expect(await getPost(without._id)).not.toHaveProperty('poll')
    expect(await refuseVote(ann, without._id, [0])).toEqual(refusal('pollUnknown'))
  })

  test('has different options that show something, and is no post by itself', async ({ ann }) => {
    const refuse = (options: string[], content = 'x') =>
      ann.refuse('POST /api/posts', { body: { postData: { content, poll: { options } } } })
    expect(await refuse(['Ducks', ' ducks'])).toEqual(refusal('pollInvalid'))
    expect(await refuse(['Ducks', '\u200b'])).toEqual(refusal('pollInvalid'))
    expect(await refuse(OPTIONS, '')).toEqual(refusal('postEmpty'))
    const { _id: postId } = await ask(ann)
    const edit = { params: { postId }, body: { postData: { poll: { options: ['Ducks', ' ducks'] } } } }
    expect(await ann.refuse(EDIT, edit)).toEqual(refusal('pollInvalid'))
  })

  test('counts each member once, and says to whom it shows what', async ({ app, ann, bob, carl }) => {
    const { _id: postId } = await ask(ann)
    expect(await readPoll(bob, postId)).toMatchObject({ own: undefined })
    const post = await vote(bob, postId, [1])
    expect(post.viewer?.poll).toEqual({ choices: [1] })
    expect(post.poll?.results).toEqual({ votes: [0, 1, 0], voterCount: 1 })
    // The same again changes nothing, another one is refused.
    await vote(bob, postId, [1])
    expect(await refuseVote(bob, postId, [2])).toEqual(refusal('pollVoted'))
    await vote(ann, postId, [2])
    for (const reader of [app.visitor, carl])
      expect(await readPoll(reader, postId)).toMatchObject({
        poll: { results: { votes: [0, 1, 1], voterCount: 2 } },
        own: undefined,
      })
    expect(await readPoll(bob, postId)).toMatchObject({ own: { choices: [1] } })
  })

  test('lets votes change, and several be chosen, if its author says so', async ({ ann, bob }) => {
    const { _id: one } = await ask(ann, { mayChange: true })
    await vote(bob, one, [0])
    expect((await vote(bob, one, [2])).poll?.results).toEqual({ votes: [0, 0, 1], voterCount: 1 })
    expect(await refuseVote(bob, one, [0, 1])).toEqual(refusal('pollChoiceInvalid'))
    expect(await refuseVote(bob, one, [3])).toEqual(refusal('pollChoiceInvalid'))
    const { _id: several } = await ask(ann, { multiple: true, mayChange: true })
    expect((await vote(bob, several, [2, 0])).viewer?.poll).toEqual({ choices: [0, 2] })
    expect((await vote(bob, several, [1, 0])).poll?.results).toEqual({ votes: [1, 1, 0], voterCount: 1 })
  })

  test('shows its results once voted, and its author at once', async ({ app, ann, bob, carl }) => {
    const { _id: postId } = await ask(ann, { showResults: 'voted' })
    const post = await vote(bob, postId, [0])
    expect(post.poll).not.toHaveProperty('results')
    const results = { votes: [1, 0, 0], voterCount: 1 }
    expect(post.viewer?.poll).toEqual({ choices: [0], results })
    expect((await readPoll(ann, postId)).own).toEqual({ choices: [], results })
    for (const reader of [app.visitor, carl]) {
      const { poll, own } = await readPoll(reader, postId)
      expect(poll).not.toHaveProperty('results')
      expect(own).toBeUndefined()
    }
  })

  test('shows its results to nobody before the end, if its author says so', async ({ app, ann, bob }) => {
    const { _id: postId } = await ask(ann, { showResults: 'ended' })
    expect((await vote(bob, postId, [0])).viewer?.poll).toEqual({ choices: [0] })
    for (const reader of [app.visitor, ann, bob]) {
      const { poll, own } = await readPoll(reader, postId)
      expect(poll).not.toHaveProperty('results')
      expect(own ?? {}).not.toHaveProperty('results')
    }
  })

  test('takes no vote after its time, except the same again', async ({ app, ann, bob, carl }) => {
    const { _id: postId } = await ask(ann)
    await vote(bob, postId, [0])
    await letEnd(app, postId)
    expect(await refuseVote(carl, postId, [0])).toEqual(refusal('pollEnded'))
    expect((await vote(bob, postId, [0])).poll?.results?.voterCount).toBe(1)
  })
})

describe('an edit', () => {
  test('of the options begins the votes anew; of the rest, it keeps them', async ({ ann, bob, carl }) => {
    const { _id: postId } = await ask(ann)
    await vote(bob, postId, [0])
    await editPoll(ann, postId, { options: OPTIONS, showResults: 'voted', mayChange: true, seconds: 600 })
    const kept = { votes: [1, 0, 0], voterCount: 1 }
    expect((await readPoll(bob, postId)).own).toEqual({ choices: [0], results: kept })
    await editPoll(ann, postId, { options: ['Ducks', 'Hens'], showResults: 'always' })
    const { poll, own } = await readPoll(bob, postId)
    expect(poll).toMatchObject({ version: 2, mayChange: true, results: { votes: [0, 0], voterCount: 0 } })
    expect(own).toBeUndefined()
    expect(await refuseVote(carl, postId, [1])).toEqual(refusal('pollChanged'))
    await vote(bob, postId, [1], 2)
    await editPoll(ann, postId, { options: ['Ducks', 'Hens'], multiple: true })
    expect((await vote(bob, postId, [0, 1], 3)).poll?.results).toEqual({ votes: [1, 1], voterCount: 1 })
  })

  test('removes it, and another one takes none of its votes', async ({ ann, bob, getPost }) => {
    const { _id: postId } = await ask(ann)
    await vote(bob, postId, [0])
    await editPoll(ann, postId, null)
    expect(await getPost(postId, bob)).not.toHaveProperty('poll')
    expect(await refuseVote(bob, postId, [1])).toEqual(refusal('pollUnknown'))
    await editPoll(ann, postId, { options: OPTIONS })
    expect(await readPoll(bob, postId)).toMatchObject({ poll: { version: 2, results: { voterCount: 0 } } })
    expect(await refuseVote(bob, postId, [1])).toEqual(refusal('pollChanged'))
    await vote(bob, postId, [1], 2)
  })

  test('cannot change one that has ended, which goes if it is removed', async ({ app, ann, getPost }) => {
    const { _id: postId } = await ask(ann)
    await letEnd(app, postId)
    const edit = (poll: object | null) =>
      ann.refuse(EDIT, { params: { postId }, body: { postData: { poll } } } as never)
    expect(await edit({ options: ['Ducks', 'Hens'] })).toEqual(refusal('pollEnded'))
    expect(await edit({ options: OPTIONS, seconds: 600 })).toEqual(refusal('pollEnded'))
    // What does not change it.
    await editPoll(ann, postId, { options: OPTIONS }, { content: 'Which?' })
    await editPoll(ann, postId, null)
    expect(await getPost(postId)).not.toHaveProperty('poll')
  })

  test('is made once, and is refused if the poll has changed since', async ({ ann, bob }) => {
    const { _id: postId } = await ask(ann)
    const basedOn = { content: 'Which ones?', mediaUrl: '', alt: '', pollVersion: 1 }
    const edit = {
      params: { postId },
      body: { postData: { content: 'Which?', poll: { options: ['A', 'B'], seconds: 600 } }, basedOn },
    }
    await ann.call(EDIT, edit)
    await vote(bob, postId, [0], 2)
    // As after an answer that was lost.
    await ann.call(EDIT, { ...edit, headers: MINIMAL })
    expect(await readPoll(bob, postId)).toMatchObject({ poll: { version: 2 }, own: { choices: [0] } })
    const later = {
      ...edit,
      body: { postData: { content: 'Which', poll: { options: OPTIONS } }, basedOn: { ...basedOn, content: 'Which?' } },
    }
    expect(await ann.refuse(EDIT, later)).toEqual(refusal('editConflict'))
    // The version says nothing of these.
    const { content } = await readPost(ann, postId)
    const rules = { ...basedOn, content, pollVersion: 2, pollMayChange: false, pollShowResults: 'always' as const }
    const change = (poll: object, based: object = rules) => ({
      params: { postId },
      body: { postData: { poll: { options: ['A', 'B'], ...poll } }, basedOn: { ...rules, ...based } },
    })
    await ann.call(EDIT, change({ mayChange: true, showResults: 'voted' }))
    await ann.call(EDIT, change({ mayChange: true, showResults: 'voted' }))
    for (const known of [{}, { pollMayChange: true }, { pollShowResults: 'voted' }])
      expect(await ann.refuse(EDIT, change({ showResults: 'ended' }, known))).toEqual(refusal('editConflict'))
    expect((await readPoll(bob, postId)).poll).toMatchObject({ mayChange: true, showResults: 'voted' })
  })
})

test('nobody votes in the poll of a post that they do not see', async ({ app, ann, bob, carl, member }) => {
  const { _id: postId } = await ask(ann)
  await block(ann, bob)
  expect(await refuseVote(bob, postId, [0])).toEqual(refusal('postUnknown'))
  await setAudience(app, ann, PRIVATE)
  expect(await refuseVote(carl, postId, [0])).toEqual(refusal('postUnknown'))
  await setFollow(app, [carl, ann], true)
  await vote(carl, postId, [0])
  await setAudience(app, ann, PUBLIC)
  await app.db.write((transaction) =>
    transaction
      .updateTable('posts')
      .set({ hidden_at: 1 })
      .where('id', '=', Number(postId) as PostId)
      .execute(),
  )
  for (const voter of [ann, await member('dan')])
    expect(await refuseVote(voter, postId, [0])).toEqual(refusal('postUnknown'))
})

describe('the end', () => {
  test('makes the results final for everyone, and tells the author and who has voted, once', async ({
    app,
    ann,
    bob,
    carl,
    clock,
  }) => {
    const { _id: postId } = await ask(ann, { showResults: 'ended' })
    for (const voter of [ann, bob, carl]) await vote(voter, postId, [0])
    await block(carl, ann)
    await letEnd(app, postId)
    expect((await readPoll(bob, postId)).poll).not.toHaveProperty('ended')
    clock.advance(LOOK_MS)
    await expect.poll(() => told(bob)).toEqual([`poll ${ann.username}`])
    const results = { votes: [3, 0, 0], voterCount: 3 }
    expect(await readPoll(bob, postId)).toMatchObject({ poll: { ended: true, results }, own: { choices: [0] } })
    expect((await listOf(ann, { kind: 'poll' })).notifications).toMatchObject([
      { people: [], peopleCount: 0, post: { _id: postId } },
    ])
    expect(await told(carl)).toEqual([])
    await app.db.write((transaction) => sql`update polls set due_at = 1 where post_id = ${postId}`.execute(transaction))
    clock.advance(LOOK_MS)
    await expect.poll(() => dueAt(app, postId)).toBeNull()
    expect(await told(bob)).toEqual([`poll ${ann.username}`])
    const setHidden = (at: number | null) =>
      app.db.write((transaction) => sql`update posts set hidden_at = ${at} where id = ${postId}`.execute(transaction))
    await setHidden(1)
    expect(await told(bob)).toEqual([])
    await setHidden(null)
    expect(await told(bob)).toEqual([`poll ${ann.username}`])
    // It is told as long as there is a poll.
    await editPoll(ann, postId, null)
    expect(await told(bob)).toEqual([])
  })

  test('is told in batches; of votes before the options changed, nobody is told', async ({ app, ann, bob, clock }) => {
    const { _id: postId } = await ask(ann)
    await vote(bob, postId, [0])
    await editPoll(ann, postId, { options: ['Ducks', 'Hens'] })
    const crowd = await insertCrowd(app.db, 120)
    const rows = crowd.map((id) => ({ post_id: Number(postId) as PostId, member_id: id, version: 2, choices: 1 }))
    await app.db.write((transaction) => transaction.insertInto('poll_votes').values(rows).execute())
    await letEnd(app, postId)
    clock.advance(LOOK_MS)
    const events = () =>
      app.db.primary
        .selectFrom('notification_events')
        .select('recipient_id as id')
        .where('kind', '=', 'poll')
        .where('actor_id', '=', Number(ann._id) as MemberId)
        .orderBy('recipient_id')
        .execute()
    await expect.poll(() => dueAt(app, postId)).toBeNull()
    const ids = [Number(ann._id), ...crowd].toSorted((a, b) => a - b)
    expect((await events()).map(({ id }) => id)).toEqual(ids)
    expect(await told(bob)).toEqual([])
  })
})

test('votes on earlier versions are deleted later, those of the present one stay', async ({
  app,
  ann,
  bob,
  carl,
  clock,
}) => {
  const { _id: postId } = await ask(ann)
  for (const voter of [bob, carl]) await vote(voter, postId, [0])
  await editPoll(ann, postId, { options: ['Ducks', 'Hens'] })
  await vote(carl, postId, [1], 2)
  clock.advance(LOOK_MS)
  const votes = () =>
    app.db.primary
      .selectFrom('poll_votes')
      .select(['member_id', 'version'])
      .where('post_id', '=', Number(postId) as PostId)
      .execute()
  await expect.poll(votes).toEqual([{ member_id: Number(carl._id), version: 2 }])
  expect((await readPoll(carl, postId)).poll?.results).toEqual({ votes: [0, 1], voterCount: 1 })
  const isDueAtItsEnd = async () => {
    const poll = await app.db.primary
      .selectFrom('polls')
      .select(['due_at', 'ends_at'])
      .where('post_id', '=', Number(postId) as PostId)
      .executeTakeFirstOrThrow()
    return poll.due_at === poll.ends_at
  }
  await expect.poll(isDueAtItsEnd).toBe(true)
})

describe('open pages', () => {
  test('see results move, and the end', async ({ address, app, ann, bob, carl, clock }) => {
    const { _id: postId } = await ask(ann)
    const stream = await openStream(address, carl.token, { watch: [postId] })
    const states = () => stream.heard.flatMap((event) => (event.name === 'post' ? [event.data] : []))
    await vote(bob, postId, [1])
    await stream.until(() => states().at(-1)?.poll?.results?.votes[1] === 1)
    await letEnd(app, postId)
    clock.advance(LOOK_MS)
    await stream.until(() => states().at(-1)?.poll?.ended === true)
    stream.close()
    expect(states().some(({ pollResults }) => pollResults)).toBe(false)
  })

  test('see results that are for voters if their reader has voted, and nothing happens on others', async ({
    address,
    ann,
    bob,
    carl,
    member,
  }) => {
    const { _id: postId } = await ask(ann, { showResults: 'voted' })
    await vote(bob, postId, [0])
    const readers = [ann, bob, carl]
    const streams = await Promise.all(readers.map(({ token }) => openStream(address, token, { watch: [postId] })))
    const statesOf = (at: number) =>
      streams[at]?.heard.flatMap((event) => (event.name === 'post' ? [event.data] : [])) ?? []
    const results = (votes: number[]) => ({ votes, voterCount: votes[0] })
    const first = [0, 1, 2].map((at) => statesOf(at).length)
    await vote(await member('dan'), postId, [0])
    for (const at of [0, 1]) {
      await streams[at]?.until(() => statesOf(at).length > (first[at] ?? 0))
      expect(statesOf(at).at(-1)?.pollResults).toEqual(results([2, 0, 0]))
    }
    // What everybody is told comes after it.
    await like(bob, postId)
    await streams[2]?.until(() => statesOf(2).at(-1)?.likes.likeCount === 1)
    for (const stream of streams) stream.close()
    expect(statesOf(2).map(({ pollResults, likes: { likeCount } }) => [pollResults, likeCount])).toEqual([
      ...Array.from({ length: first[2] ?? 0 }, () => [undefined, 0]),
      [undefined, 1],
    ])
    expect(JSON.stringify(statesOf(2))).not.toContain('results')
  })
})

test('the tag of an answer does not tell whoever sees no results that somebody has voted', async ({
  ann,
  bob,
  carl,
}) => {
  const { _id: postId } = await ask(ann, { showResults: 'voted' })
  await vote(bob, postId, [0])
  const tagOf = async (reader: TestMember) => {
    const { headers } = await reader.send({ method: 'GET', url: `/api/posts/${postId}?embed=0` })
    return headers.etag
  }
  const before = await Promise.all([ann, bob, carl].map(tagOf))
  const { _id: other } = await ask(ann, { showResults: 'voted' })
  await vote(bob, other, [0])
  await vote(ann, postId, [1])
  const after = await Promise.all([ann, bob, carl].map(tagOf))
  expect(after.map((tag, at) => tag === before[at])).toEqual([false, false, true])
})

test('muted words and reports look at options too', async ({ ann, bob, moderator }) => {
  const { _id: postId } = await ask(ann)
  const ids = async () => (await bob.call('GET /api/posts', {})).posts.map(({ _id }) => _id)
  expect(await ids()).toContain(postId)
  await bob.call('POST /api/muted-words', { body: { phrase: 'geese', action: 'hide', duration: 'always' } })
  expect(await ids()).not.toContain(postId)
  const body = { kind: 'post', id: postId, rule: 'spam' } as const
  const { report } = await bob.call('POST /api/reports', { body })
  await editPoll(ann, postId, null)
  expect(report.copy).toMatchObject({ pollOptions: OPTIONS })
  expect((await bob.call('GET /api/reports')).reports).toMatchObject([{ copy: { pollOptions: OPTIONS } }])
  expect(moderator).toBeDefined()
})
