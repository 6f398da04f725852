import { ENDPOINTS, type EndpointDeclaration, type EndpointName, type Endpoints, type ErrorCode } from '@quack/contract'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { MemberId, Schema } from '../../src/database/schema.ts'
import { listDeleted } from '../../src/features/account/removal.queries.ts'
import { REMOVALS } from '../../src/features/account/removal.steps.ts'
import { PASSWORD } from '../answers.ts'
import type { TestApp } from '../app.ts'
import type { Answer } from '../client.ts'
import { test as base } from '../fixtures.ts'
import { type Base, createBases, requestOf } from '../fuzz/bases.ts'
import { signUp, type TestMember } from '../members.ts'
import { asRefusal, refusal } from '../refusals.ts'
import { decodeToken } from '../tokens.ts'

/** Every call that is for members only and changes something. */
type WriteName = {
  [N in EndpointName]: Endpoints[N]['access'] extends 'member'
    ? Endpoints[N]['method'] extends 'GET'
      ? never
      : N
    : never
}[EndpointName]

/** What only the owner may do, and its refusal. */
const REFUSALS: Partial<Record<WriteName, ErrorCode>> = {
  acceptFollowRequest: 'followRequestUnknown',
  rejectFollowRequest: 'followRequestUnknown',
  removeFollower: 'notFollower',
  unmuteWord: 'mutedWordUnknown',
  editPost: 'postEditForbidden',
  deletePost: 'postDeleteForbidden',
  pinPost: 'postPinForbidden',
  unpinPost: 'postPinForbidden',
  withdrawQuote: 'quoteNotOwn',
  editComment: 'commentEditForbidden',
  deleteComment: 'commentDeleteForbidden',
  hideComment: 'commentHideForbidden',
  unhideComment: 'commentHideForbidden',
  finishUpload: 'uploadUnknown',
  endSession: 'sessionUnknown',
  renamePasskey: 'passkeyUnknown',
  removePasskey: 'passkeyUnknown',
  appealDecision: 'decisionUnknown',
  removePushDevice: 'pushDeviceUnknown',
}

/** Relations to the owner. None of them gives a right to change what the owner has. */
const OTHERS = ['a stranger', 'a follower', 'one they follow', 'a commenter'] as const

const test = base
  .extend('bases', { scope: 'file' }, ({ app }) => createBases(app))
  .extend('baseOf', { scope: 'file' }, ({ bases }) => {
    return (name: WriteName) => bases.find((base) => base.name === name) as Base
  })
  .extend('victim', { scope: 'file' }, ({ baseOf }) => String(decodeToken(baseOf('createPost').token)._id))
  .extend('become', ({ app, baseOf, victim }) => async (other: (typeof OTHERS)[number]): Promise<TestMember> => {
    const member = await signUp(app)
    const { params, token } = baseOf('addComment')
    const { postId = '' } = params
    if (other === 'a follower') await member.call('POST /api/users/follow/:id', { params: { id: victim } })
    if (other === 'a commenter') {
      const body = { commentData: { text: 'Mine' } }
      await member.call('POST /api/comments/add/:postId', { params: { postId }, body })
    }
    if (other === 'one they follow') {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await app.visitor.send({ method: 'POST', url: `/api/users/follow/${member._id}`, headers })
      expect(status).toBe(200)
    }
    return member
  })
  .extend('idsFor', ({ app, victim }) => async (name: WriteName): Promise<Record<string, string>> => {
    if (/(Member|Follow)$/.test(name)) return { id: victim }
    if (name !== 'endSession') return {}
    const session = await app.db.read
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', Number(victim) as never)
      .executeTakeFirstOrThrow()
    return { id: String(session.id) }
  })
  .extend('attack', ({ app, baseOf, idsFor }) => {
    return async (name: WriteName, token: string): Promise<Answer<unknown>> => {
      const base = baseOf(name)
      const params = { ...base.params, ...(await idsFor(name)) }
      // With the caller's own password, so that the call does not fail because of it.
      const body = base.body && 'currentPassword' in base.body ? { ...base.body, currentPassword: PASSWORD } : base.body
      const own = name === 'deleteAccount' || name === 'confirmViewer' ? { password: PASSWORD } : body
      const { method, url, headers, body: payload } = requestOf({ ...base, params, body: own, token })
      return app.visitor.send({
        method: method as 'POST',
        url,
        headers,
        ...(payload === null ? {} : { payload }),
      })
    }
  })

const WRITES = Object.entries(ENDPOINTS).filter(([, call]) => call.access === 'member' && call.method !== 'GET')

describe('what belongs to a member', () => {
  for (const [name, { path }] of WRITES as [WriteName, EndpointDeclaration][]) {
    const rule = REFUSALS[name]
    describe(name, () => {
      // A call without an id in its path names nothing of the owner, but for a report, which changes nothing of theirs.
      const others = rule || path.includes(':') ? OTHERS : OTHERS.slice(0, 1)
      test.for(others)('cannot be changed by %s', async (other, { app, attack, become, victim }) => {
        const attacker = await become(other)
        const before = await ownedBy(app, victim, attacker._id)
        const answer = await attack(name, attacker.token ?? '')
        if (rule) expect(asRefusal(answer)).toEqual(refusal(rule))
        // The rows of a deleted account are removed after the answer.
        await expect.poll(() => listDeleted(app.db.read, { after: 0 as MemberId, limit: 1 })).toEqual([])
        expect(await ownedBy(app, victim, attacker._id)).toBe(before)
      })
    })
  }
})

/** Columns that others may change, by what they do. `following_count`: a deleted account ends the follow. */
const BY_OTHERS: { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] } = {
  members: ['followers_count', 'following_count'],
  posts: ['like_count', 'liked_by_count', 'disliked_by_count', 'repost_count', 'quote_count', 'comment_count'],
  comments: ['upvote_count', 'downvote_count'],
  post_tags: ['like_count'],
  push_subscriptions: ['sent_at', 'due_at', 'claimed_until', 'attempts'],
}
/** Rows that tell a member what others do. */
const NEWS: readonly string[] = ['notification_groups', 'notification_events', 'mails', 'push_back_offs']
const OWNED = Object.entries(REMOVALS).filter(([table]) => !NEWS.includes(table))

/**
 * Everything that belongs to the member, as one text: the rows whose first reference is to the member.
 * @param other left out of the members whom this one follows, because a deleted account ends the follow
 */
async function ownedBy({ db }: TestApp, member: string, other = '0'): Promise<string> {
  const owned = [['members', 'id'], ...OWNED.map(([table, columns]) => [table, Object.keys(columns)[0] ?? ''])] as const
  const tables = owned.map(async ([table = '', column = '']) => {
    const from = sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${Number(member)}`
    const { rows } = await from.execute(db.read)
    const left: readonly string[] = BY_OTHERS[table as keyof Schema] ?? []
    const kept = (rows as object[])
      .filter((row) => !('followed_id' in row) || row.followed_id !== Number(other))
      .map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !left.includes(name))))
    return [table, kept.sort()]
  })
  return JSON.stringify(await Promise.all(tables), null, 1)
}
