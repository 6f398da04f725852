import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUp, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { refusal } from '../../../test/refusals.ts'
import { idAtTime } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import { createStatistics, recordBackup } from './statistics.ts'

const EDIT = 'POST /api/moderation/installation'
const RULES = [{ id: 'ducks', title: 'Ducks only', text: 'No geese.' }]

const test = base.extend('boss', { scope: 'file', auto: true }, async ({ app }) =>
  appoint(app, await signUp(app), 'owner'),
)

describe('the installation', () => {
  test('has rules and a text that owners change; parts that are not sent stay', async ({ app, boss, ann }) => {
    expect((await app.visitor.call('GET /api/about')).rules.map(({ id }) => id)).toContain('spam')
    await boss.call(EDIT, { body: { rules: RULES } })
    await boss.call(EDIT, { body: { about: 'A pond' } })
    expect(await app.visitor.call('GET /api/about')).toEqual({ about: 'A pond', rules: RULES })
    const body = { kind: 'member' as const, id: boss._id }
    expect(await ann.refuse('POST /api/reports', { body: { ...body, rule: 'spam' } })).toEqual(refusal('ruleUnknown'))
    const { report } = await ann.call('POST /api/reports', { body: { ...body, rule: 'ducks' } })
    expect(report.rule).toBe('Ducks only')
    expect(await boss.refuse(EDIT, { body: { rules: [...RULES, ...RULES] } })).toEqual(refusal('ruleTwice'))
    const { entries } = await boss.call('GET /api/moderation/audit', { query: { limit: 2 } })
    expect(entries.map(({ action, kind }) => [action, kind])).toEqual([
      ['about', 'installation'],
      ['rules', 'installation'],
    ])
  })

  test('has statistics: totals, and each of the last 30 days by the time in the ids', async ({ app, boss }) => {
    const read = createStatistics('1.2.3', 0)
    const before = await read(app.db.read)
    await writePost(boss)
    const yesterday = Date.now() - 24 * 60 * 60_000
    const id = Number(boss._id) as MemberId
    const row = { author_id: id, content: 'x', media_url: '', media_type: '' as const, updated_at: 0 }
    const old = { ...row, id: idAtTime(yesterday) as never, public_id: 'yesterday' }
    await app.db.write((transaction) => transaction.insertInto('posts').values(old).execute())
    await recordBackup(app.db)
    const after = await read(app.db.read)
    expect(after.days).toHaveLength(30)
    const posts = (statistics: typeof after) => statistics.days.slice(-2).map((day) => day.posts)
    expect(posts(after)).toEqual(posts(before).map((number) => number + 1))
    expect(after.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
    expect(after.posts).toBe(before.posts + 2)
    expect(before.lastBackupAt).toBeNull()
    expect(Date.parse(after.lastBackupAt ?? '')).toBeGreaterThan(yesterday)
    expect(after.databaseBytes).toBeGreaterThan(10_000)
    const answer = await boss.call('GET /api/moderation/statistics')
    expect(answer).toMatchObject({ version: '0.0.0-test', members: after.members })
  })
})

describe('members', () => {
  test('are listed by name, by how it begins, and by what they are', async ({ app, boss, member }) => {
    const names = await Promise.all(['zed', 'zed', 'zoe'].map(async (name) => (await member(name)).username))
    const list = async (query: { search?: string; filter?: 'staff' | 'suspended' }) =>
      (
        await readAll(async (page) => {
          const answer = await boss.call('GET /api/moderation/members', { query: { limit: 1, ...query, ...page } })
          return { entries: answer.members, nextCursor: answer.nextCursor }
        })
      ).map(({ username }) => username)
    expect(await list({ search: 'ZE' })).toEqual(names.slice(0, 2).sort())
    expect(await list({ search: 'z' })).toEqual(names.toSorted())
    expect(await list({ search: '%' })).toEqual([])
    expect(await list({ filter: 'staff' })).toEqual([boss.username])
    const [zed = ''] = names
    await app.db.write((transaction) =>
      transaction.updateTable('members').set({ suspended_at: 1 }).where('username', '=', zed).execute(),
    )
    expect(await list({ filter: 'suspended' })).toEqual([zed])
    const first = await boss.call('GET /api/moderation/members', { query: { search: zed } })
    expect(first.members).toMatchObject([{ suspended: true, suspendedUntil: null, role: null, postsCount: 0 }])
  })
})

describe('the audit log', () => {
  test('refuses changes and deletions by anybody, and outlives the member', async ({ app, boss, ann }) => {
    const params = { id: ann._id }
    await boss.call('POST /api/moderation/members/:id/role', { params, body: { role: 'moderator' } })
    for (const change of [
      () => app.db.write((transaction) => transaction.deleteFrom('audit_log').execute()),
      () =>
        app.db.write((transaction) =>
          transaction
            .updateTable('audit_log')
            .set({ action: 'x' } as never)
            .execute(),
        ),
    ]) {
      await expect(change()).rejects.toThrow('append-only')
    }
    await ann.call('POST /api/account/delete', { body: { password: 'correct horse' } })
    const { entries } = await boss.call('GET /api/moderation/audit', { query: { limit: 1 } })
    expect(entries).toMatchObject([{ action: 'role', detail: 'moderator', targetId: ann._id, target: null }])
  })
})
