import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { block, follow } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import type { TestMember } from '../../../test/members.ts'
import type { MemberId } from '../../database/schema.ts'
import { suspend } from '../moderation/suspension.service.ts'

const test = base.extend('find', () => {
  return async (viewer: TestMember, name: string, limit?: number): Promise<string[]> => {
    const query = limit === undefined ? { name } : { name, limit }
    const { people } = await viewer.call('GET /api/people', { query })
    return people.map(({ username }) => username)
  }
})

describe('finding people by the beginning of their names', () => {
  test('is the exact name, then who follows or is followed, then the most followed, then the newest', async ({
    member,
    ann,
    find,
  }) => {
    const start = (await member('Order')).username
    const [most, first, newest] = [`${start}_m`, `${start}_f`, `${start}_n`]
    const named = (username: string) => member('', { username })
    const [follower, popular] = [await named(`${start}_r`), await named(most)]
    const followed = await named(`${start}.d`)
    await named(first)
    await named(newest)
    await follow(ann, followed)
    await follow(follower, ann)
    for (let count = 0; count < 2; count++) await follow(await member('fan'), popular)
    const expected = [start, followed.username, follower.username, most, newest, first]
    expect(await find(ann, start)).toEqual(expected)
    expect(await find(ann, start.toUpperCase(), 3)).toEqual(expected.slice(0, 3))
    expect(await find(ann, `${start}_`)).toEqual([follower.username, most, newest, first])
    expect(await find(ann, start.slice(1))).toEqual([])
  })

  test('says whether the viewer follows them', async ({ ann, bob }) => {
    await follow(ann, bob)
    const { people } = await ann.call('GET /api/people', { query: { name: bob.username } })
    expect(people).toMatchObject([{ _id: bob._id, viewer: { following: true, followedBy: false } }])
  })

  test('finds private members, and neither the viewer nor blocked, suspended and deleted members', async ({
    app,
    member,
    find,
  }) => {
    const viewer = await member('gone')
    const people: TestMember[] = []
    for (const end of 'abcde') people.push(await member('', { username: `${viewer.username}${end}` }))
    const [blocked, blocking, suspended, deleted, hermit] = people as [TestMember, TestMember, ...TestMember[]]
    expect(await find(viewer, viewer.username)).toHaveLength(people.length)
    await block(viewer, blocked)
    await block(blocking, viewer)
    await suspend(app.db, Number(suspended?._id) as MemberId)
    await deleted?.call('POST /api/account/delete', { body: { password: PASSWORD } })
    if (hermit) await setAudience(app, hermit, PRIVATE)
    expect(await find(viewer, viewer.username)).toEqual([hermit?.username])
  })

  test('has at most eight, or as many as are asked for up to ten', async ({ member, ann, find }) => {
    const { username } = await member('many')
    for (const end of 'abcdefghijk') await member('', { username: `${username}${end}` })
    expect(await find(ann, username)).toHaveLength(8)
    expect(await find(ann, username, 10)).toHaveLength(10)
    expect(await ann.send({ url: '/api/people', query: { name: username, limit: '11' } })).toMatchObject({
      status: 400,
    })
  })

  test('characters that no name has find nobody', async ({ ann, find }) => {
    for (const name of ['%', '_%', '~', 'é', '🦆', '\u{10ffff}', "'"]) expect(await find(ann, name), name).toEqual([])
  })
})
