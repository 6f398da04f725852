import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseLocation, openDatabase } from '../../server/src/database/open/open.ts'
import type { MemberId, PostId, SessionId } from '../../server/src/database/schema.ts'
import { hashPassword } from '../../server/src/features/passwords/passwords.ts'
import { insertPoll, newPoll } from '../../server/src/features/posts/post-polls.ts'
import { hashOf } from '../../server/src/features/sessions/app-tokens.ts'
import { createTokens } from '../../server/src/features/sessions/tokens.ts'
import { SIZES, type SizeName } from '../dataset.ts'
import { fillPlace } from '../fill.ts'
import { groupsOf, HOT, STAR } from '../follow-graph.ts'
import type { Measured } from './processes.ts'
import { DEEP_READERS, type Names } from './scenarios.ts'

export const SECRET = 'a secret that is long enough for a bench'
/** The password of the member who signs in. */
export const PASSWORD = 'correct horse battery'
const DAY_SECONDS = 86_400
/** So many of the oldest posts have polls. */
export const POLLS = 200
const NEVER = 2 ** 52

/** Fills the dataset if necessary, and opens a session for each reader. */
export async function prepare(place: DatabaseLocation, size: SizeName): Promise<Omit<Names, 'deepCursor'>> {
  const data = await fillPlace(place, size)
  const { members, posts } = SIZES[size]
  const groups = groupsOf(members)
  const readers = [
    STAR,
    HOT,
    members - 1,
    ...Object.values(groups).flatMap(({ first, count }) => numbers(first, count)),
  ]
  const withApp = new Map(
    numbers(groups[200].first, groups[200].count).map((member) => [data.memberId(member), appToken(member)]),
  )
  const sessions = await openSessions(place, readers.map(data.memberId), data.memberId(HOT) as MemberId, withApp)
  await ask(place, numbers(0, POLLS).map(data.postId) as PostId[])
  const signer = createTokens(SECRET)
  const tokens = new Map(
    readers.map((member) => {
      const _id = String(data.memberId(member))
      const claims = { _id, username: data.username(member), sid: sessions.get(data.memberId(member)) ?? '' }
      return [member, signer.sign(claims, DAY_SECONDS)]
    }),
  )
  return {
    members,
    posts,
    username: data.username,
    memberId: data.memberId,
    postId: data.postId,
    token: (member) => tokens.get(member) ?? '',
    appToken,
  }
}

const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

const appToken = (member: number): string => `app-of-${member}`

/** Opens a session for each of these members. @param withApp the tokens of apps, by the ids of their members */
async function openSessions(
  place: DatabaseLocation,
  members: readonly number[],
  hot: MemberId,
  withApp: ReadonlyMap<number, string>,
): Promise<Map<number, string>> {
  const db = await openDatabase(place, (error) => console.error(error))
  const password_hash = await hashPassword(PASSWORD)
  const now = Date.now()
  const sessionOf = (member: number, token: string | null) => ({
    id: db.ids.next<SessionId>(),
    member_id: member as MemberId,
    expires_at: now + DAY_SECONDS * 1_000,
    seen_at: now,
    token_hash: token === null ? null : hashOf(token),
    scopes: token === null ? null : 'read',
  })
  const own = members.map((member) => sessionOf(member, null))
  const rows = [...own, ...[...withApp].map(([member, token]) => sessionOf(member, token))]
  await db.write(async (transaction) => {
    await transaction.updateTable('members').set({ password_hash }).where('id', '=', hot).execute()
    await transaction.deleteFrom('sessions').execute()
    for (let at = 0; at < rows.length; at += 1_000) {
      await transaction
        .insertInto('sessions')
        .values(rows.slice(at, at + 1_000))
        .execute()
    }
  })
  await db.close()
  return new Map(own.map(({ id, member_id }) => [member_id, String(id)]))
}

/** Puts polls on posts, which are the same for every run: their votes can be changed, and never end. */
async function ask(place: DatabaseLocation, posts: readonly PostId[]): Promise<void> {
  const db = await openDatabase(place, (error) => console.error(error))
  const poll = { ...newPoll({ options: ['Ducks', 'Geese', 'Swans'], mayChange: true }, 0), ends_at: NEVER }
  await db.write(async (transaction) => {
    const rows = await transaction.selectFrom('posts').select(['id', 'author_id']).where('id', 'in', posts).execute()
    for (const { id: post, author_id: author } of rows) await insertPoll(db, transaction, { post, author }, poll)
    const asking = transaction.updateTable('posts').set({ poll_options: poll.options }).where('id', 'in', posts)
    await asking.where('poll_options', '=', '').execute()
  })
  await db.close()
}

const PAGES_BEFORE = 49
const PAGE = 20

/** Pages to page 50 of the feeds that are read there, once per folder and size. */
export async function findDeepCursors(directory: string, server: Measured, names: Omit<Names, 'deepCursor'>) {
  const file = join(directory, `page-50-${names.posts}.json`)
  // The same on both engines, because the ids are those of the dataset.
  if (existsSync(file)) return new Map(JSON.parse(readFileSync(file, 'utf8')) as [number, string][])
  const { first, count } = groupsOf(names.members)[200]
  const cursors: [number, string][] = []
  for (const member of [HOT, ...numbers(first, Math.min(DEEP_READERS, count))]) {
    let cursor = ''
    for (let left = PAGES_BEFORE * PAGE; left > 0; left -= 100) {
      const query = `limit=${Math.min(100, left)}&embed=0${cursor ? `&cursor=${cursor}` : ''}`
      const headers = { authorization: `Bearer ${names.token(member)}` }
      const answer = await fetch(`${server.address}/api/feed?${query}`, { headers })
      const { nextCursor } = (await answer.json()) as { nextCursor: string | null }
      if (nextCursor === null) break
      cursor = nextCursor
    }
    cursors.push([member, cursor])
  }
  writeFileSync(file, JSON.stringify(cursors))
  return new Map(cursors)
}
