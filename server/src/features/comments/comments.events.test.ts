import { describe, expect } from 'vitest'
import { comment } from '../../../test/blocks.ts'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import { EVENTS } from '../events/events.routes.ts'

const HIDE = 'POST /api/comments/hide/:postId/:commentId'
const UNHIDE = 'POST /api/comments/unhide/:postId/:commentId'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))

/** The versions of the comments in the events of the post. */
const versions = ({ heard }: TestStream) =>
  heard.flatMap((event) => (event.name === 'post' ? [event.data.commentsVersion] : []))

describe('live events of comments', () => {
  test('tell who watches the post that a comment was hidden or shown, also who comes later', async ({
    address,
    ann,
    bob,
    carl,
  }) => {
    const { _id: postId } = await writePost(ann)
    const params = { postId, commentId: await comment(bob, postId, 'A remark') }
    const stream = await openStream(address, carl.token, { watch: [postId] })
    expect(versions(stream)).toEqual([undefined])
    await ann.call(HIDE, { params })
    await stream.until(() => versions(stream).length === 2)
    await ann.call(UNHIDE, { params })
    await stream.until(() => versions(stream).length === 3)
    // A refused change is none.
    expect(await ann.refuse(UNHIDE, { params })).toEqual(refusal('commentNotHidden'))
    expect(await bob.refuse(HIDE, { params })).toEqual(refusal('commentHideForbidden'))
    const late = await openStream(address, carl.token, { watch: [postId] })
    expect(versions(late)).toEqual([2])
    expect(versions(stream)).toEqual([undefined, 1, 2])
    for (const each of [stream, late]) each.close()
  })
})
