import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Member } from '@quack/contract'
import { EMAIL_MAX_LENGTH } from '@quack/contract/rules/limits'
import { bareEnvironment } from '@quack/testing/server-process'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../test/answers.ts'
import type { TestApp } from '../../test/app.ts'
import { createClient } from '../../test/client.ts'
import { findWrongCounts } from '../../test/counts.ts'
import { createTestLocation } from '../../test/database.ts'
import { test as base } from '../../test/fixtures.ts'
import { signUp, writePost } from '../../test/members.ts'
import { addPasskey } from '../../test/passkeys.ts'
import { refusal } from '../../test/refusals.ts'
import { clearIndex, compareIndex } from '../../test/search-index.ts'
import { enableFactor } from '../../test/second-factor.ts'
import { indexAll } from '../features/search/search-index.ts'
import { listMembers } from './admin.queries.ts'
import { runCommand } from './run-command.ts'

const COMMAND = fileURLToPath(new URL('quack.ts', import.meta.url))

const test = base
  .extend('environment', ({ app }) => ({
    ...bareEnvironment(),
    PUBLIC_URL: 'https://quack.example',
    ...app.database.env,
  }))
  // In this process, but with database connections of its own, as those of the program.
  .extend('quack', ({ environment }) => {
    return (args: readonly string[], env: Record<string, string> = {}) => runCommand(args, { ...environment, ...env })
  })
  .extend('quackProcess', ({ environment }) => async (args: readonly string[]) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, stdout, stderr }
  })
  .extend('logIn', ({ app }) => {
    return (username: string, password = PASSWORD) =>
      app.visitor.send({ method: 'POST', url: '/api/auth/login', payload: { username, password } })
  })

/** Beside a server on the same data. */
describe('npm run quack', () => {
  test('suspends a member, whose tokens and password are then refused, and restores them', async ({
    app,
    ann,
    logIn,
    quack,
    quackProcess,
  }) => {
    await writePost(ann, 'stays')
    expect(await quackProcess(['suspend', ann.username])).toEqual({
      code: 0,
      stdout: `${ann.username} is suspended; all their sessions have ended.\n`,
      stderr: '',
    })
    expect(await ann.refuse('GET /api/feed')).toEqual(refusal('tokenInvalid'))
    const form = { username: ann.username, password: PASSWORD }
    expect(await app.visitor.refuse('POST /api/auth/login', { body: form })).toEqual(refusal('accountSuspended'))
    // With a wrong password, the suspension is not revealed.
    const guess = { ...form, password: 'a wild guess' }
    expect(await app.visitor.refuse('POST /api/auth/login', { body: guess })).toEqual(refusal('credentialsInvalid'))
    expect((await app.visitor.call('GET /api/posts')).posts.map((post) => post.content)).toContain('stays')
    expect((await quack(['list', '--suspended'])).output).toMatch(new RegExp(`^${ann.username}\\t.*suspended 20`))

    expect(await quack(['suspend', ann.username])).toMatchObject({ code: 1 })
    expect(await quack(['restore', ann.username])).toMatchObject({ code: 0 })
    expect(await quack(['restore', ann.username])).toMatchObject({ code: 1 })
    expect((await logIn(ann.username)).status).toBe(200)
    expect((await quack(['list', '--suspended'])).output).toBe('No members found.')
  })

  test('has the running server index everything again', async ({ app, ann, quack }) => {
    await writePost(ann, 'found')
    await indexAll(app.db)
    await clearIndex(app.db)
    expect(await quack(['reindex'])).toMatchObject({ code: 0, output: expect.stringContaining('in the background') })
    const { actual, expected } = await compareIndex(app.db)
    expect(actual).toEqual(expected)
  })

  test('limits a member, and ends that', async ({ ann, quack }) => {
    const output = `Only followers see the posts of ${ann.username} now.`
    expect(await quack(['limit', ann.username])).toEqual({ code: 0, output })
    expect(await quack(['limit', ann.username])).toMatchObject({ code: 1 })
    expect((await quack(['list', '--limited'])).output).toMatch(new RegExp(`^${ann.username}\\t.*limited 20`))
    expect(await quack(['unlimit', ann.username])).toMatchObject({ code: 0 })
    expect(await quack(['unlimit', ann.username])).toMatchObject({ code: 1 })
    expect((await quack(['list', '--limited'])).output).toBe('No members found.')
  })

  test('writes what it did to a member into the audit log', async ({ app, ann, quack }) => {
    const actions = ['limit', 'suspend', 'restore', 'unlimit']
    for (const action of actions) await quack([action, ann.username])
    // These change nothing.
    for (const action of ['restore', 'unlimit']) await quack([action, ann.username])
    const log = app.db.read.selectFrom('audit_log').select(['actor_id', 'action', 'target_kind'])
    expect(await log.where('target_id', '=', Number(ann._id)).orderBy('id').execute()).toEqual(
      actions.map((action) => ({ actor_id: null, action, target_kind: 'member' })),
    )
  })

  test('gives members a role and takes it away, but not from the last owner', async ({ app, ann, bob, quack }) => {
    const roleOf = async (member: typeof ann) =>
      (await member.call('GET /api/users/:username', { params: { username: member.username } })).user.role
    expect(await quack(['role', ann.username, 'owner'])).toEqual({ code: 0, output: `${ann.username} is owner now.` })
    expect(await quack(['role', bob.username, 'moderator'])).toMatchObject({ code: 0 })
    expect([await roleOf(ann), await roleOf(bob)]).toEqual(['owner', 'moderator'])
    const last = { code: 1, output: refusal('lastOwner').message }
    expect(await quack(['role', ann.username, 'none'])).toEqual(last)
    expect(await quack(['delete', ann.username, '--yes'])).toEqual(last)
    expect(await quack(['role', bob.username, 'none'])).toMatchObject({ code: 0 })
    expect(await roleOf(bob)).toBeUndefined()
    expect(await quack(['role', ann.username, 'king'])).toMatchObject({ code: 2 })
    const { entries } = await ann.call('GET /api/moderation/audit')
    const roles = entries.filter(({ action }) => action === 'role')
    expect(roles.map(({ actor, target, detail }) => [actor, target?._id, detail])).toEqual([
      [null, bob._id, 'none'],
      [null, bob._id, 'moderator'],
      [null, ann._id, 'owner'],
    ])
    await app.db.write((transaction) => transaction.updateTable('members').set({ role: null }).execute())
  })

  test('resets a password with a one-time link', async ({ app, ann, logIn, quack }) => {
    const { code, output } = await quack(['reset-password', ann.username.toUpperCase()])
    expect(code).toBe(0)
    const [, token = ''] = /https:\/\/quack\.example\/reset-password\/([\w-]+)$/.exec(output) ?? []
    await app.visitor.call('POST /api/auth/reset', { body: { token, password: 'another password' } })
    expect((await logIn(ann.username, 'another password')).status).toBe(200)
    expect(await loggedOf(app, 'member', ann._id)).toEqual(['reset-password'])
  })

  test('removes all factors of a member, who is told, and prints a link for one without a password', async ({
    app,
    ann,
    logIn,
    quack,
  }) => {
    await enableFactor(ann)
    expect((await logIn(ann.username)).status).toBe(401)
    const first = await quack(['reset-factors', ann.username])
    expect(first).toEqual({ code: 0, output: expect.stringMatching(/sessions have ended\.$/) })
    expect(await ann.refuse('GET /api/feed')).toEqual(refusal('tokenInvalid'))
    const { encodedToken, foundUser } = (await logIn(ann.username)).body as { encodedToken: string; foundUser: Member }
    expect(foundUser.unreadAccountEvents).toBe(1)
    const again = createClient(app.app, encodedToken)
    expect((await again.call('GET /api/account/events')).events[1]).toMatchObject({ kind: 'factorsReset', device: '' })

    for (let count = 0; count < 2; count++) await addPasskey(again)
    await again.call('DELETE /api/account/password')
    const { output } = await quack(['reset-factors', ann.username])
    const [, token = ''] = /https:\/\/quack\.example\/reset-password\/([\w-]+)$/.exec(output) ?? []
    await app.visitor.call('POST /api/auth/reset', { body: { token, password: 'found again' } })
    expect((await logIn(ann.username, 'found again')).status).toBe(200)
    const log = app.db.read.selectFrom('audit_log').select('id').where('action', '=', 'reset-factors')
    expect(await log.where('target_id', '=', Number(ann._id)).execute()).toHaveLength(2)
  })

  test('deletes a member only with --yes', async ({ app, ann, bob, logIn, quack }) => {
    const { _id: postId } = await writePost(bob)
    await ann.call('POST /api/posts/like/:postId', { params: { postId } })
    expect(await quack(['delete', ann.username])).toMatchObject({ code: 2, output: expect.stringContaining('--yes') })
    expect((await logIn(ann.username)).status).toBe(200)
    expect(await quack(['delete', ann.username, '--yes'])).toMatchObject({ code: 0 })
    expect(await logIn(ann.username)).toMatchObject({ status: 404 })
    const { post } = await app.visitor.call('GET /api/posts/:postId', { params: { postId } })
    expect(post.likes).toMatchObject({ likeCount: 0, likedBy: [] })
    expect(await findWrongCounts(app.db.read)).toEqual([])
    expect(await loggedOf(app, 'member', ann._id)).toEqual(['delete'])
  })

  test('removes a post by its _id or its public id', async ({ app, ann, quack }) => {
    const posts = [await writePost(ann), await writePost(ann)]
    for (const name of [posts[0]?.id ?? '', posts[1]?._id ?? '']) {
      expect(await quack(['remove-post', name])).toMatchObject({ code: 0 })
      expect(await quack(['remove-post', name])).toEqual({ code: 1, output: refusal('postUnknown').message })
    }
    expect((await ann.call('GET /api/feed')).posts).toEqual([])
    expect(await findWrongCounts(app.db.read)).toEqual([])
    expect(await loggedOf(app, 'post', posts[0]?._id)).toEqual(['delete'])
  })

  test('lists members by name, username or e-mail', async ({ app, quack }) => {
    const ann = await signUp(app, { firstName: 'Zuleika', email: 'zu_x@example.com' })
    await signUp(app, { email: 'zuux@example.com' })
    for (const search of ['zuleIKA', 'zu_x', ann.username]) {
      const { code, output } = await quack(['list', '--search', search, '--limit', '1'])
      expect({ code, username: output.split('\t')[0] }).toEqual({ code: 0, username: ann.username })
    }
    expect((await quack(['list', '--limit', '2'])).output.split('\n')).toHaveLength(2)
  })

  test('finds members whatever the case of letters, also of those that are not ASCII', async ({
    app,
    member,
    quack,
  }) => {
    const { username } = await member('nikos', { firstName: 'Édith Groß', lastName: 'Νίκος ΝΊΚΟΣ Ólafur İnci' })
    for (const search of [
      ...['éDITH', 'ÉDITH', 'groß', 'GROẞ', 'GROSS', 'h gross', 'ólafur İNC'],
      ...['νίκος νίκος', 'ΝΊΚΟΣ ΝΊΚΟΣ', 'νίκοσ ΝΊΚΟς'],
    ]) {
      const { output } = await quack(['list', '--search', search])
      expect(output.split('\t')[0], search).toBe(username)
    }
    for (const search of ['edith', 'É_ith', 'νίκοι']) {
      expect((await quack(['list', '--search', search])).output, search).toBe('No members found.')
    }
    const all = { search: 'GROSS', isSuspended: false, isLimited: false, limit: 2 }
    expect((await listMembers(app.db.read, all, 1)).map((row) => row.username)).toEqual([username])
    // As long as an address may be, of as many letters.
    const letters = String.fromCodePoint(...Array.from({ length: EMAIL_MAX_LENGTH }, (_, index) => 0x100 + index))
    expect(await quack(['list', '--search', letters])).toEqual({ code: 0, output: 'No members found.' })
    expect(await quack(['list', '--search', `${letters}x`])).toEqual({
      code: 2,
      output: expect.stringMatching(/^--search may have at most 254 characters; it has 255\.\n[^\n]+$/),
    })
  })

  test('counts everything', async ({ member, quack }) => {
    const before = JSON.parse((await quack(['statistics', '--json'])).output) as Record<string, number>
    await writePost(await member('somebody'))
    const { output } = await quack(['statistics', '--json'])
    const expected = { members: Number(before.members) + 1, posts: Number(before.posts) + 1 }
    const counted = JSON.parse(output) as Record<string, unknown>
    expect(counted).toMatchObject(expected)
    for (const [name, count] of Object.entries(counted)) expect(typeof count, name).toBe('number')
    expect((await quack(['statistics'])).output).toContain(`posts       ${expected.posts}`)
  })

  test('prints a member in one line, and nothing that a terminal obeys', async ({ member, quack }) => {
    const names = { firstName: 'An\u001b[2Jn\nroot', lastName: 'B\u202etset\u2028x' }
    const { username } = await member('loud', names)
    const { output } = await quack(['list', '--search', username])
    expect(output).toMatch(new RegExp(`^${username}\tAn\ufffd\\[2Jn\ufffdroot B\ufffdtset\ufffdx\t[^\n]+$`))
  })

  test('makes a member with a reserved name, who sets a password by the link', async ({ app, ann, quack, logIn }) => {
    const { code, output } = await quack(['create', 'Support', 'support@example.com', '--first-name', 'The team'])
    expect(code).toBe(0)
    const [, token = ''] = /https:\/\/quack\.example\/reset-password\/(\S+)/.exec(output) ?? []
    expect((await logIn('Support', '')).status).toBe(422)
    await app.visitor.call('POST /api/auth/reset', { body: { token, password: PASSWORD } })
    expect((await logIn('support')).status).toBe(200)
    const { user } = await app.visitor.call('GET /api/users/:username', { params: { username: 'support' } })
    expect(user).toMatchObject({ username: 'Support', firstName: 'The team', lastName: 'Quack' })
    for (const name of ['SUPPORT', ann.username, 'edit'])
      expect((await quack(['create', name, 'a@example.com'])).code, name).toBe(1)
    for (const args of [
      ['-x-', 'a@example.com'],
      ['fine', 'no address'],
    ])
      expect((await quack(['create', '--', ...args])).code, args.join(' ')).toBe(2)
  })

  test('reports wrong arguments with the usage', async ({ ann, quack, quackProcess }) => {
    const limits = ['x', '0', '1e3', '99999999999999999999'].map((limit) => ['list', '--limit', limit])
    const uses = [['resurrect'], ['suspend', 'a', 'b'], ['delete'], ...limits, ['list', '--all']]
    for (const args of [...uses, ['role', ann.username, 'constructor']])
      expect((await quack(args)).code, args.join(' ')).toBe(2)
    expect(await quack(['suspend', 'nobody-here'])).toEqual({ code: 1, output: 'There is no member nobody-here.' })
    const usage = 'npm run quack -- help lists the commands.\n'
    expect(await quackProcess(['resurrect'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no command resurrect.\n${usage}`,
    })
    const { code, output } = await quack(['help'])
    expect(code).toBe(0)
    for (const word of ['list', 'suspend', 'restore', 'delete', 'remove-post', 'reset-password', 'statistics']) {
      expect(output).toContain(`  ${word}`)
    }
  })

  test('does not change a database of another version', async ({ app, quack }) => {
    const { rows } = await sql<{ name: string }>`select max(name) as name from migrations`.execute(app.db.read)
    const name = rows[0]?.name ?? ''
    await app.db.write((transaction) =>
      sql`update migrations set name = '999-future' where name = ${name}`.execute(transaction),
    )
    try {
      expect(await quack(['statistics'])).toMatchObject({ code: 1, output: expect.stringContaining('newer Quack') })
      await app.db.write((transaction) => sql`delete from migrations where name = '999-future'`.execute(transaction))
      expect(await quack(['statistics'])).toMatchObject({ code: 1, output: expect.stringContaining('older Quack') })
    } finally {
      await app.db.write((transaction) =>
        sql`insert into migrations (name, applied_at) values (${name}, 0)`.execute(transaction),
      )
    }
    expect(await quack(['statistics'])).toMatchObject({ code: 0 })
  })

  test('does not create an installation', async ({ fileDirectory, quack }) => {
    const env = { DATA_DIR: fileDirectory, DATABASE_URL: '' }
    expect(await quack(['statistics'], env)).toMatchObject({ code: 1, output: expect.stringContaining('no Quack in') })
  })

  test('says that a database without tables has no installation yet', async ({ directory, quack }) => {
    const { location, env, drop } = await createTestLocation(directory)
    if ('file' in location) await writeFile(location.file, '')
    const setting = 'file' in location ? 'DATA_DIR' : 'DATABASE_URL'
    const output = `There is no Quack in the database of ${setting} yet. Is it the server's?`
    for (const command of ['list', 'reindex']) expect(await quack([command], env)).toEqual({ code: 1, output })
    await drop()
  })
})

/** What the operator has done with this target, by the log. */
async function loggedOf({ db }: TestApp, kind: string, target: string | undefined): Promise<string[]> {
  const log = db.read.selectFrom('audit_log').select('action').where('actor_id', 'is', null)
  const entries = await log
    .where('target_kind', '=', kind)
    .where('target_id', '=', Number(target))
    .orderBy('id')
    .execute()
  return entries.map(({ action }) => action)
}
