import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { block, follow } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import type { TestMember } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'
import { suspend } from '../moderation/suspension.service.ts'
import { createNameComparer, createNameMatcher } from './member-names.ts'
import { indexAll } from './search-index.ts'
import { readSearchedNames, type SearchedNames } from './searched-words.ts'

const test = base.extend('find', () => {
  return async (viewer: TestMember, q: string): Promise<string[]> => {
    const { people } = await viewer.call('GET /api/search/people', { query: { q, limit: 100 } })
    const suggested = await viewer.call('GET /api/search/suggestions', { query: { q } })
    const usernames = people.map(({ username }) => username)
    expect(suggested.people.map(({ username }) => username)).toEqual(usernames.slice(0, 5))
    return usernames
  }
})

const readPages = (viewer: TestMember, q: string, limit: number) =>
  readAll(async (page) => {
    const { people, nextCursor } = await viewer.call('GET /api/search/people', { query: { q, limit, ...page } })
    return { entries: people.map(({ username }) => username), nextCursor }
  })

test('names in ASCII, which are compared as they are, match as all others do', () => {
  const long = 'n'.repeat(70)
  const ascii = { username: 'zoe_quill.7', first_name: 'Zoe Maria', last_name: `O'Quillan ${long}` }
  const others = { ...ascii, first_name: `東 ${ascii.first_name}` }
  const search = (q: string) => readSearchedNames(q) as SearchedNames
  const matches = [
    'zoe',
    'MAR',
    'quill zo',
    'zoe_q',
    'zoequ',
    '"zoe maria"',
    'maria-o',
    "o'quil",
    '7',
    'n'.repeat(59),
    long,
    `${'n'.repeat(60)}-z`,
  ]
  for (const q of [...matches, 'oe', 'zoe x', 'maria-zoe', 'zoe_quillan', '"quillan zoe"', `${'n'.repeat(59)}-z`]) {
    const isMatch = createNameMatcher(search(q))
    expect([q, isMatch(ascii), isMatch(others)]).toEqual([q, matches.includes(q), matches.includes(q)])
  }
  const names = ['Zoe_Quill.7', `zoe-maria o quillan ${long}`, `o quillan ${long}zoe maria`]
  for (const q of [...names, 'zoe maria', `zoe maria o quillan ${long} n`, `東 zoe maria o quillan ${long}`]) {
    expect([q, createNameComparer(search(q))(ascii)]).toEqual([q, names.includes(q)])
  }
})

describe('searching people', () => {
  test('finds the beginnings of words of all names, in any order, indexed or not', async ({
    app,
    ann,
    member,
    find,
  }) => {
    const zoe = await member('', { username: 'zoe_quill.7', firstName: 'Zoë Maria', lastName: "O'Quillan" })
    const found = [
      'zoe',
      'ZOE',
      'zoë',
      'mar',
      'quill zo',
      'zoe_q',
      'zoequ',
      '@zoe_quill.7',
      "o'quil",
      '"zoe maria"',
      'z*',
    ]
    const notFound = ['oe', 'zoe x', 'maria-zoe', 'zoe_quillan', '7zoe']
    for (let time = 0; time < 2; time++) {
      for (const q of found) expect(await find(ann, q), q).toEqual([zoe.username])
      for (const q of notFound) expect(await find(ann, q), q).toEqual([])
      await indexAll(app.db)
    }
  })

  test('finds names of all scripts, also parts of those without spaces', async ({ app, ann, member, find }) => {
    const names = [
      ['太郎', '山田', ['山', '山田', '田太', '山田太郎', '太郎 山田']],
      ['علي', 'حسن', ['عل', 'حسن']],
      ['🦆', 'Ψ', ['🦆', 'ψ']],
      ['지수', '김', ['김지', '지수']],
      ['สมชาย', 'ใจดี', ['สม', 'ชาย']],
    ] as const
    for (const [firstName, lastName, searches] of names) {
      const { username } = await member('script', { firstName, lastName })
      for (const q of searches) expect(await find(ann, q), q).toEqual([username])
      await indexAll(app.db)
      for (const q of searches) expect(await find(ann, q), q).toEqual([username])
    }
  })

  test('finds a changed name at once, and not the old one', async ({ app, ann, bob, find }) => {
    const rename = (first_name: string) =>
      app.db.write((transaction) =>
        transaction
          .updateTable('members')
          .set({ first_name })
          .where('id', '=', Number(bob._id) as MemberId)
          .execute(),
      )
    await rename('Oldest')
    await indexAll(app.db)
    expect(await find(ann, 'oldest')).toEqual([bob.username])
    await rename('Newest')
    expect(await find(ann, 'oldest')).toEqual([])
    expect(await find(ann, 'newest')).toEqual([bob.username])
  })

  test('has exact names first, then who follows or is followed, then the most followed, then the newest', async ({
    app,
    ann,
    member,
    find,
  }) => {
    const named = (username: string, lastName = '') => member('', { username, firstName: 'Ordo', lastName })
    const [first, most, follower] = [await named('ordo_1', 'A'), await named('ordo_m', 'B'), await named('ordo_f', 'C')]
    const [exact, full, newest] = [
      await named('ordo', 'D'),
      await named('other_name', 'Exact'),
      await named('ordo_n', 'E'),
    ]
    await follow(follower, ann)
    for (let count = 0; count < 2; count++) await follow(await member('fan'), most)
    const rest = [follower, most, newest]
    const names = (members: readonly TestMember[]) => members.map(({ username }) => username)
    expect(await find(ann, 'ORDO')).toEqual(names([exact, ...rest, full, first]))
    expect(await find(ann, 'ordo exact')).toEqual([full.username])
    await follow(ann, first)
    expect(await find(ann, 'ord')).toEqual(names([first, follower, most, newest, full, exact]))
    await follow(ann, exact)
    const all = names([exact, first, ...rest, full])
    expect(await find(ann, 'ordo')).toEqual(all)
    expect(await readPages(ann, 'ordo', 1)).toEqual(all)
    // Lists that are too long to be read as a whole.
    const counts = { following_count: 2_000, followers_count: 2_000 }
    const id = Number(ann._id) as MemberId
    await app.db.write((transaction) => transaction.updateTable('members').set(counts).where('id', '=', id).execute())
    expect(await find(ann, 'ordo')).toEqual(all)
  })

  test('finds private and muted members, and neither blocked, suspended nor deleted ones', async ({
    app,
    ann,
    member,
    find,
  }) => {
    const people: TestMember[] = []
    for (const end of 'abcdef') people.push(await member('', { username: `sight_${end}` }))
    const [blocked, blocking, suspended, deleted, hermit, muted] = people as [TestMember, TestMember, ...TestMember[]]
    expect(await find(ann, 'sight')).toHaveLength(people.length)
    await block(ann, blocked)
    await block(blocking, ann)
    await suspend(app.db, Number(suspended?._id) as MemberId)
    await deleted?.call('POST /api/account/delete', { body: { password: PASSWORD } })
    if (hermit) await setAudience(app, hermit, PRIVATE)
    const body = { duration: 'always' } as const
    await ann.call('POST /api/users/mute/:id', { params: { id: muted?._id ?? '' }, body })
    expect(await find(ann, 'sight')).toEqual([muted?.username, hermit?.username])
  })

  test('of more names than are looked at, finds exact, near and popular ones, and usernames', async ({
    app,
    ann,
    member,
    find,
  }) => {
    const named = (username: string, firstName: string) => member('', { username, firstName })
    const [exact, near] = [await named('broad_one', 'Many'), await named('broad_two', 'Manyfold')]
    const [popular, begun] = [await named('broad_three', 'Manyways'), await named('many_begun', 'X')]
    const outside = await named('broad_four', 'Manyother')
    // Words within a name, folded letters, and the parts of a username as one word.
    const further = [
      await named('broad_five', "O'Manyfold"),
      await named('broad_six', 'Mányways'),
      await named('man.yseven', 'X'),
    ]
    for (const follower of [near, ...further]) await follow(follower, ann)
    const copy = sql`
      insert into members (id, username, username_key, first_name, last_name, email, password_hash, avatar_url, updated_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1002)
      select n, 'zz' || n, 'zz' || n, 'Manycopies', '', 'zz@example.com', '', '', 1 from numbers`
    await app.db.write(async (transaction) => {
      await copy.execute(transaction)
      const counts = { followers_count: 1_000 }
      await transaction
        .updateTable('members')
        .set(counts)
        .where('id', '=', Number(popular._id) as MemberId)
        .execute()
      // Without them, the most followed would be among the members who are not looked at.
      await sql`update members set followers_count = 1 where id < 1000`.execute(transaction)
    })
    await indexAll(app.db)
    const found = await find(ann, 'many')
    const nearest = [...further.toReversed(), near].map(({ username }) => username)
    expect(found.slice(0, 5)).toEqual([...nearest, popular.username])
    const all = await readPages(ann, 'many', 100)
    expect(all).toEqual(expect.arrayContaining([exact.username, begun.username]))
    expect(all).not.toContain(outside.username)
    expect(await find(ann, 'manyo')).toEqual([outside.username])
  })

  test('operators do not count, and a search needs one to ten parts', async ({ ann, bob }) => {
    const answer = (q: string) => ann.send({ url: '/api/search/people', query: { q } })
    expect(await answer(`${bob.username} from:nobody -x has:nothing`)).toMatchObject({
      body: { people: [{ _id: bob._id, viewer: { following: false, followedBy: false } }], nextCursor: null },
    })
    for (const q of ['"', '-a', 'from:bob', '\\', '\ud800', '*', "'"]) {
      expect(asRefusal(await answer(q)), q).toEqual(refusal('searchEmpty'))
    }
    expect(asRefusal(await answer('a '.repeat(11)))).toEqual(refusal('searchTooLong'))
    const { body } = await ann.send({ url: '/api/search/suggestions', query: { q: 'a '.repeat(11) } })
    expect(body).toEqual({ people: [], tags: [] })
    const query = { q: 'a', cursor: 'searchPeople.1.2' }
    expect(asRefusal(await ann.send({ url: '/api/search/people', query }))).toEqual(refusal('cursorInvalid'))
  })

  test('the syntax of the engines is text', async ({ ann, find }) => {
    const signs = ['"', '*', ':', "'", '\\', '\ud800', '&', '|', '!', '(', '^', 'a:*', 'OR', 'NOT', "a' & 'b"]
    for (const sign of signs)
      for (const q of [`none${sign}none`, `${sign}none`, `none ${sign}`]) {
        expect(await find(ann, q), q).toEqual([])
      }
    for (const unit of ['n-', '漢', 'ä', '🦆', "'n", 'nx', '\u0301n']) {
      expect(await find(ann, unit.repeat(200).slice(0, 200)), unit).toEqual([])
    }
  })
})
