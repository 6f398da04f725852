import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { createTestClock } from '../../../test/test-clock.ts'

const ORIGIN = 'https://quack.example'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const test = base
  .extend('clock', () => createTestClock())
  /** A site, whose pages tests set by their paths. */
  .extend('site', async ({ clock: _ }, { onCleanup }) => {
    const pages = new Map<string, string>()
    const reads: string[] = []
    const server = createServer((request, response) => {
      const page = pages.get(request.url ?? '')
      reads.push(request.url ?? '')
      if (page?.startsWith('http')) response.writeHead(302, { location: page }).end()
      else if (page === undefined) response.writeHead(404).end()
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    onCleanup(() => {
      server.close()
      server.closeAllConnections()
    })
    const { port } = server.address() as AddressInfo
    return { pages, reads, at: (path: string) => `http://127.0.0.1:${port}${path}`, port }
  })
  .extend('here', async ({ clock }, { onCleanup }) => {
    const app = await startTestApp({
      clock,
      publicUrl: ORIGIN,
      outside: { isAllowed: (address) => address === '127.0.0.1' },
    })
    onCleanup(app.close)
    return app
  })
  .extend('ann', ({ here }) => signUp(here))
  .extend('save', ({ ann, clock }) => async (...values: readonly string[]) => {
    const fields = values.map((value) => ({ name: 'Link', value }))
    await ann.call('POST /api/users/edit', { body: { userData: { profile: { fields } } } })
    clock.advance(MINUTE)
  })
  .extend('verified', ({ here, ann }) => async () => {
    const { user } = await here.visitor.call('GET /api/users/:username', { params: { username: ann.username } })
    return user.profile?.fields?.map(({ verifiedAt }) => verifiedAt !== undefined)
  })
  .extend(
    'back',
    ({ ann }) =>
      () =>
        `<a rel="me" href="${ORIGIN}/profile/${ann.username}">`,
  )

describe('a link in a profile', () => {
  test('is verified if its page links back, as long as it stays', async ({ site, save, verified, back }) => {
    site.pages.set('/ann', back()).set('/other', '<a href="/">')
    await save('At home', site.at('/ann'), site.at('/other'), `See ${site.at('/ann')}`)
    await expect.poll(verified).toEqual([false, true, false, false])
    // Moved, and with another one.
    await save(site.at('/ann?'), site.at('/ann'))
    expect(await verified()).toEqual([false, true])
    await save('At home')
    expect(await verified()).toEqual([false])
  })

  test('is not verified by a page of another site, or one that is no page', async ({ site, save, verified, back }) => {
    const inside = `http://127.0.0.2:${site.port}`
    for (const path of ['/ann', '/inside']) site.pages.set(path, back())
    site.pages.set('/away', `http://localhost:${site.port}/ann`).set('/here', site.at('/ann'))
    await save(site.at('/away'), site.at('/missing'), site.at('/here'), `${inside}/inside`)
    await expect.poll(verified).toEqual([false, false, true, false])
    expect(site.reads.toSorted()).toEqual(['/ann', '/ann', '/away', '/here', '/missing'])
  })

  test('is tried again for days, and then no more', async ({ here, site, clock, save, verified, back }) => {
    await save(site.at('/ann'))
    const rows = () => here.db.primary.selectFrom('profile_checks').select(['due_at', 'attempts']).execute()
    for (const [attempts, wait] of [
      [1, 10 * MINUTE],
      [2, DAY / 4],
      [3, 2 * DAY],
    ] as const) {
      await expect.poll(rows).toMatchObject([{ attempts }])
      clock.advance(wait)
    }
    await expect.poll(rows).toEqual([{ due_at: null, attempts: 0 }])
    expect(site.reads).toHaveLength(4)
    site.pages.set('/ann', back())
    await save(site.at('/ann'))
    await expect.poll(verified).toEqual([true])
  })

  test('that was verified is looked at again, rarely, and keeps its time while it is there', async ({
    here,
    ann,
    site,
    clock,
    save,
    verified,
    back,
  }) => {
    site.pages.set('/ann', back())
    await save(site.at('/ann'))
    await expect.poll(verified).toEqual([true])
    const time = async () =>
      (await ann.call('GET /api/users/:username', { params: { username: ann.username } })).user.profile?.fields?.[0]
        ?.verifiedAt
    const first = await time()
    const attempts = async () =>
      (await here.db.primary.selectFrom('profile_checks').select('attempts').executeTakeFirst())?.attempts
    clock.advance(31 * DAY)
    await expect.poll(() => site.reads.length).toBe(2)
    expect(await time()).toBe(first)
    // A site that is away is not a link that is gone, for some days.
    site.pages.clear()
    clock.advance(31 * DAY)
    await expect.poll(attempts).toBe(1)
    expect(await verified()).toEqual([true])
    for (const next of [2, 3]) {
      clock.advance(3 * DAY)
      await expect.poll(attempts).toBe(next)
    }
    clock.advance(3 * DAY)
    await expect.poll(verified).toEqual([false])
  })

  test('that is gone from its page is not verified any more', async ({ site, clock, save, verified, back }) => {
    site.pages.set('/ann', back())
    await save(site.at('/ann'))
    await expect.poll(verified).toEqual([true])
    site.pages.set('/ann', 'Nothing')
    clock.advance(31 * DAY)
    await expect.poll(verified).toEqual([false])
  })

  test('is read once a minute, however often it is saved', async ({ here, ann, site, save, clock }) => {
    await save(site.at('/ann'))
    await expect.poll(() => site.reads.length).toBe(1)
    const row = () => here.db.primary.selectFrom('profile_checks').selectAll().executeTakeFirstOrThrow()
    await expect.poll(async () => (await row()).attempts).toBe(1)
    const { checked_at } = await row()
    const fields = [{ name: 'Link', value: site.at('/other') }]
    await ann.call('POST /api/users/edit', { body: { userData: { profile: { fields: [] } } } })
    expect((await row()).due_at).toBeNull()
    await ann.call('POST /api/users/edit', { body: { userData: { profile: { fields } } } })
    expect((await row()).due_at).toBe(checked_at + MINUTE)
    clock.advance(MINUTE)
    await expect.poll(() => site.reads).toEqual(['/ann', '/other'])
  })
})
