import { ENDPOINTS, type EndpointName, type Endpoints, type ErrorCode } from '@quack/contract'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { MemberId } from '../../src/database/schema.ts'
import { listDeleted } from '../../src/features/account/removal.queries.ts'
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

/**
 * The rule of each call: a refusal for what only the owner may do; `self` for calls that act on the caller's own
 * account; `anyone` for what every member may do to a post, comment or member, which stores something of the caller and
 * changes nothing of the owner. A new call does not compile until it has a rule.
 */
const RULES: Record<WriteName, ErrorCode | 'self' | 'anyone'> = {
  logOut: 'self',
  editProfile: 'self',
  followMember: 'anyone',
  unfollowMember: 'anyone',
  putFollow: 'anyone',
  deleteFollow: 'anyone',
  acceptFollowRequest: 'followRequestUnknown',
  rejectFollowRequest: 'followRequestUnknown',
  removeFollower: 'notFollower',
  setPrivate: 'self',
  blockMember: 'anyone',
  unblockMember: 'anyone',
  muteMember: 'anyone',
  unmuteMember: 'anyone',
  muteWord: 'self',
  unmuteWord: 'mutedWordUnknown',
  setFeedPosition: 'self',
  setHomeStart: 'self',
  followTag: 'self',
  putTagFollow: 'self',
  deleteTagFollow: 'self',
  createPost: 'self',
  editPost: 'postEditForbidden',
  deletePost: 'postDeleteForbidden',
  likePost: 'anyone',
  dislikePost: 'anyone',
  putLike: 'anyone',
  deleteLike: 'anyone',
  pinPost: 'postPinForbidden',
  unpinPost: 'postPinForbidden',
  addComment: 'anyone',
  editComment: 'commentEditForbidden',
  deleteComment: 'commentDeleteForbidden',
  hideComment: 'commentHideForbidden',
  unhideComment: 'commentHideForbidden',
  upvoteComment: 'anyone',
  downvoteComment: 'anyone',
  putVote: 'anyone',
  deleteVote: 'anyone',
  addBookmark: 'anyone',
  removeBookmark: 'anyone',
  putBookmark: 'anyone',
  deleteBookmark: 'anyone',
  uploadMedia: 'self',
  finishUpload: 'uploadUnknown',
  changePassword: 'self',
  endSession: 'sessionUnknown',
  endOtherSessions: 'self',
  startPasskey: 'self',
  addPasskey: 'self',
  renamePasskey: 'passkeyUnknown',
  removePasskey: 'passkeyUnknown',
  removePassword: 'self',
  startConfirmation: 'self',
  confirmViewer: 'self',
  setUpSecondFactor: 'self',
  enableSecondFactor: 'self',
  disableSecondFactor: 'self',
  renewRecoveryCodes: 'self',
  markAccountEventsSeen: 'self',
  changeEmail: 'self',
  sendEmailConfirmation: 'self',
  deleteAccount: 'self',
  createReport: 'anyone',
  markDecisionsSeen: 'self',
  readNotifications: 'self',
  putNotificationSettings: 'self',
  mutePost: 'anyone',
  unmutePost: 'anyone',
  appealDecision: 'decisionUnknown',
  subscribeToPush: 'self',
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

describe('what belongs to a member', () => {
  for (const [name, rule] of Object.entries(RULES) as [WriteName, (typeof RULES)[WriteName]][]) {
    describe(name, () => {
      // A call on the caller's own account names nothing of the owner, so their relation has no part in it.
      const others = rule === 'self' ? OTHERS.slice(0, 1) : OTHERS
      test.for(others)('cannot be changed by %s', async (other, { app, attack, become, victim }) => {
        const attacker = await become(other)
        const before = await ownedBy(app, victim, attacker._id)
        const answer = await attack(name, attacker.token ?? '')
        if (rule !== 'self' && rule !== 'anyone') {
          expect(asRefusal(answer)).toEqual(refusal(rule))
        }
        // The rows of a deleted account are removed after the answer.
        await expect.poll(() => listDeleted(app.db.read, { after: 0 as MemberId, limit: 1 })).toEqual([])
        expect(await ownedBy(app, victim, attacker._id)).toBe(before)
      })
    })
  }

  test('has a rule for each call that writes', () => {
    const writes = Object.entries(ENDPOINTS).filter(([, call]) => call.access === 'member' && call.method !== 'GET')
    expect(Object.keys(RULES).sort()).toEqual(writes.map(([name]) => name).sort())
  })
})

/**
 * Everything that belongs to the member, as one text, without counts that others may change.
 * @param other left out of the members whom this one follows, because a deleted account ends the follow
 */
async function ownedBy({ db }: TestApp, member: string, other = '0'): Promise<string> {
  const id = Number(member)
  const otherId = Number(other)
  const rows = await Promise.all(
    [
      sql`select username, first_name, last_name, email, password_hash, avatar_url, bio, website, extra, deleted_at, email_confirmed_at,
        updated_at, is_private, posts_count, following_count - (select count(*) from follows
          where follower_id = ${id} and followed_id = ${otherId}) as following_count from members where id = ${id}`,
      sql`select id, public_id, content, media_url, media_type, who_may_comment, updated_at from posts where author_id = ${id} order by id`,
      sql`select id, post_id, text, updated_at from comments where author_id = ${id} order by id`,
      sql`select id, confirmed_at from sessions where member_id = ${id} order by id`,
      sql`select id, kind from account_events where member_id = ${id} order by id`,
      sql`select address, expires_at from email_tokens where member_id = ${id} order by created_at`,
      sql`select id, credential_id, name from passkeys where member_id = ${id} order by id`,
      sql`select sealed_secret, enabled_at from second_factors where member_id = ${id}`,
      sql`select code_hash from recovery_codes where member_id = ${id} order by code_hash`,
      sql`select followed_id from follows where follower_id = ${id} and followed_id <> ${otherId} order by followed_id`,
      sql`select post_id from likes where member_id = ${id} order by post_id`,
      sql`select blocked_id, at from blocks where blocker_id = ${id} order by blocked_id`,
      sql`select muted_id, at, ends_at, with_notifications from mutes where muter_id = ${id} order by muted_id`,
      sql`select id, phrase, action, ends_at from muted_words where member_id = ${id} order by id`,
      sql`select tag_id, at from tag_follows where member_id = ${id} order by tag_id`,
      sql`select tag_id, post_id from post_tags where author_id = ${id} order by post_id, tag_id`,
      sql`select post_id from pinned_posts where member_id = ${id}`,
      sql`select sort, post_id, line_offset, newest_id, read_at from feed_positions where member_id = ${id} order by sort`,
      sql`select post_id from bookmarks where member_id = ${id} order by post_id`,
      sql`select id, appeal, appeal_state from decisions where member_id = ${id} order by id`,
      sql`select session_id, endpoint, p256dh, auth from push_subscriptions where member_id = ${id} order by session_id`,
      sql`select comment_id, vote from comment_votes where member_id = ${id} order by comment_id`,
    ].map(async (query) => (await query.execute(db.read)).rows),
  )
  return JSON.stringify(rows)
}
