import { describe, expect } from 'vitest'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { block, follow } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { EVENTS } from './events.routes.ts'

const followTag = (member: TestMember, tag: string) => member.call('POST /api/tags/:tag/follow', { params: { tag } })
const edit = (author: TestMember, postId: string, content: string) =>
  author.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { content } }, headers: MINIMAL })
const untilSent = (stream: TestStream, id: string) => stream.until(() => stream.news().includes(id))

/** Ann follows two tags of this test alone. */
let count = 0
const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('tags', async ({ ann }) => {
    count++
    const tags = [`one${count}`, `two${count}`] as const
    for (const tag of tags) await followTag(ann, tag)
    return tags
  })

describe('a stream of a member who follows hashtags', () => {
  test('sends each new post with them once, also if its author is followed', async ({
    address,
    ann,
    bob,
    carl,
    tags,
  }) => {
    const [one, two] = tags
    await follow(ann, bob)
    const before = await writePost(carl, `#${one} before`)
    const stream = await openStream(address, ann.token)
    expect(stream.news()).toEqual([before._id])
    await writePost(carl, 'no tag')
    await writePost(ann, `#${one} of my own`)
    const sent = [before._id]
    for (const [author, text] of [
      [carl, `#${one} and #${two.toUpperCase()}`],
      [bob, `#${one}`],
      [carl, `#${two}`],
      [bob, 'without'],
    ] as const) {
      const { _id } = await writePost(author, text)
      await untilSent(stream, _id)
      sent.push(_id)
    }
    expect(stream.news()).toEqual(sent)
    stream.close()
    const resumed = await openStream(address, ann.token, { from: stream.lastId() })
    const { _id } = await writePost(carl, `#${two} after`)
    await untilSent(resumed, _id)
    expect(resumed.news()).toEqual([_id])
    resumed.close()
  })

  test('sends a recent post when it gets the tag, once', async ({ address, ann, carl, tags }) => {
    const [one, two] = tags
    const { _id } = await writePost(carl, 'no tag')
    const stream = await openStream(address, ann.token)
    expect(stream.news()).toEqual([])
    await edit(carl, _id, `#${one}`)
    await untilSent(stream, _id)
    await edit(carl, _id, `#${one} #${two}`)
    const next = await writePost(carl, `#${two}`)
    await untilSent(stream, next._id)
    expect(stream.news()).toEqual([_id, next._id])
    stream.close()
  })

  test('does not send posts that the feed leaves out', async ({ app, address, ann, member, carl, tags }) => {
    const [one] = tags
    const [blocked, blocker, muted, closed] = [
      await member('blocked'),
      await member('blocker'),
      await member('muted'),
      await member('closed'),
    ]
    await block(ann, blocked)
    await block(blocker, ann)
    await ann.call('POST /api/users/mute/:id', { params: { id: muted._id }, body: { duration: 'always' } })
    await setAudience(app, closed, PRIVATE)
    const hidden = [blocked, blocker, muted, closed]
    for (const author of hidden) await writePost(author, `#${one} before`)
    const stream = await openStream(address, ann.token)
    for (const author of hidden) await writePost(author, `#${one}`)
    const { _id } = await writePost(carl, `#${one}`)
    await untilSent(stream, _id)
    expect(stream.news()).toEqual([_id])
    stream.close()
  })
})
