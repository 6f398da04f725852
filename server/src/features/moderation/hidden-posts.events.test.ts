import { describe, expect } from 'vitest'
import { listen, openStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUp, writePost } from '../../../test/members.ts'
import { EVENTS } from '../events/events.routes.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('staff', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'moderator'))

describe('live events of a hidden post', () => {
  test('tell readers who have it on the screen that it is gone, and its author that it is hidden', async ({
    address,
    ann,
    bob,
    carl,
    staff,
  }) => {
    for (const reader of [bob, carl]) await reader.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    const [post, other] = [await writePost(ann, 'Buy my ducks'), await writePost(ann, 'Hello')]
    const watching = await openStream(address, bob.token, { watch: [post._id] })
    const own = await openStream(address, ann.token, { watch: [post._id] })
    const body = { kind: 'post', id: post._id, rule: 'spam' } as const
    const { report } = await carl.call('POST /api/reports', { body })
    const decision = { reports: [report._id], actions: ['hide' as const], message: 'Not here' }
    await staff.call('POST /api/moderation/decisions', { body: decision })
    await watching.until((heard) => heard.some(({ name }) => name === 'delete'))
    expect(watching.heard.at(-1)).toEqual({ name: 'delete', data: { _id: post._id } })

    await own.until((heard) => heard.some(({ name, data }) => name === 'post' && 'hidden' in data))
    const ownLate = await openStream(address, ann.token, { watch: [post._id] })
    await ownLate.until((heard) => heard.some(({ name }) => name === 'post' || name === 'delete'))
    for (const { heard } of [own, ownLate]) {
      expect(heard.map(({ name }) => name)).not.toContain('delete')
      expect(heard.findLast(({ name }) => name === 'post')?.data).toMatchObject({ _id: post._id, hidden: true })
    }

    const late = await openStream(address, carl.token, { watch: [post._id] })
    await late.until(() => late.news().includes(other._id))
    expect(late.news()).not.toContain(post._id)
    for (const stream of [watching, own, ownLate, late]) stream.close()
  })
})
