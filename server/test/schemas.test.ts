import { describe, expect } from 'vitest'
import { startTestApp } from './app.ts'
import { test as base } from './fixtures.ts'
import { signUp, type TestMember } from './members.ts'
import { findBreach } from './schemas.ts'

const test = base.extend('ann', ({ member }) => member('ann', { shoeSize: 38 }))

/** The harness checks JSON answers of our own API against the contract (answers.ts). Here wrong answers check the harness. */
describe('the check of an answer against its declaration', () => {
  const read = (viewer: Pick<TestMember, 'call'>, { username }: TestMember) =>
    viewer.call('GET /api/users/:username', { params: { username } })

  test('accepts what the server answers', async ({ app, ann, bob }) => {
    expect(findBreach('getMember', await read(ann, ann), ann._id)).toBeNull()
    expect(findBreach('getMember', await read(bob, ann), bob._id)).toBeNull()
    expect(findBreach('getMember', await read(app.visitor, ann), null)).toBeNull()
  })

  test('finds a field that is missing, of another type or not declared', async ({ app, ann }) => {
    const { user } = await read(app.visitor, ann)
    const { bio: _bio, ...without } = user
    expect(findBreach('getMember', { user: without }, null)).toContain('bio')
    expect(findBreach('getMember', { user: { ...user, createdAt: '2026-01-01' } }, null)).toContain('createdAt')
    expect(findBreach('getMember', { user, secret: 1 }, null)).toContain('secret')
    const [follower] = [{ ...user, email: ann.record.email }]
    expect(findBreach('getMember', { user: { ...user, followers: [follower] } }, null)).toContain('additional')
    expect(findBreach('error', { errors: [], requestId: 'x' }, null)).toContain('errors')
    expect(findBreach('error', { errors: ['x'], requestId: 'x', stack: 'x' }, null)).toContain('stack')
  })

  test("finds another member's e-mail, extra fields and bookmarks", async ({ ann, bob }) => {
    const { user } = await read(ann, ann)
    expect(findBreach('getMember', { user }, bob._id)).not.toBeNull()
    const { user: seen } = await read(bob, ann)
    expect(findBreach('getMember', { user: { ...seen, email: 'a@b.c' } }, bob._id)).toContain('email')
    expect(findBreach('getMember', { user: { ...seen, shoeSize: 38 } }, bob._id)).toContain('shoeSize')
    expect(findBreach('getMember', { user: { ...seen, bookmarks: ['1'] } }, bob._id)).toContain('bookmarks')
  })
})

test('an answer that violates the contract fails the test that asked for it, and its file', async () => {
  const app = await startTestApp()
  const ann = await signUp(app)
  // A time that is not in the API's format.
  await app.db.write((transaction) => transaction.updateTable('members').set({ updated_at: 3e14 }).execute())
  await expect(ann.call('GET /api/users')).rejects.toThrow('breaks the contract: /users/0/updatedAt must match pattern')
  await expect(app.close()).rejects.toThrow('GET /api/users answered 200')
})
