import { expect } from 'vitest'
import { block, unblock } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { EVENTS } from './events.routes.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))

async function edit(author: TestMember, postId: string, content: string): Promise<void> {
  await author.call('POST /api/posts/edit/:postId', {
    params: { postId },
    body: { postData: { content } },
    headers: MINIMAL,
  })
}

/** The mentions in the newest state with this text, once they are these. */
async function expectMentions(stream: TestStream, content: string, expected: readonly string[]): Promise<void> {
  const states = () => stream.heard.flatMap(({ name, data }) => (name === 'post' && data.edited ? [data.edited] : []))
  const newest = () => states().findLast((edited) => edited.content === content)?.mentions
  await stream.until(() => newest()?.join() === expected.join())
}

/** Everything in the states that a stream was sent. */
const everything = (stream: TestStream) => JSON.stringify(stream.heard)

test('a live edit says whom the new text mentions, as the post itself does', async ({ address, ann, bob, carl }) => {
  const { _id } = await writePost(ann, 'As written')
  const stream = await openStream(address, carl.token, { watch: [_id] })
  await expectMentions(stream, 'As written', [])
  const text = `@${bob.username} @${carl.username} @nobody-here`
  await edit(ann, _id, text)
  await expectMentions(stream, text, [bob.username, carl.username])
  const { post } = await carl.call('GET /api/posts/:postId', { params: { postId: _id } })
  expect(post.mentions).toEqual([bob.username, carl.username])
  await edit(ann, _id, 'Nobody')
  await expectMentions(stream, 'Nobody', [])
  stream.close()
})

test('a live edit does not name members between whom and the viewer there is a block', async ({
  member,
  address,
  ann,
  bob,
  carl,
}) => {
  const eve = await member('eve')
  const { _id } = await writePost(ann, 'As written')
  await block(carl, eve)
  const streams = {
    bob: await openStream(address, bob.token, { watch: [_id] }),
    eve: await openStream(address, eve.token, { watch: [_id] }),
    carl: await openStream(address, carl.token, { watch: [_id] }),
  }
  // In capitals, so that the text itself does not contain the name.
  const text = `@${bob.username.toUpperCase()} @${carl.username.toUpperCase()} @${eve.username.toUpperCase()}`
  await edit(ann, _id, text)
  await expectMentions(streams.bob, text, [bob.username, carl.username, eve.username])
  await expectMentions(streams.eve, text, [bob.username, eve.username])
  await expectMentions(streams.carl, text, [bob.username, carl.username])
  expect(everything(streams.eve)).not.toContain(carl.username)
  expect(everything(streams.carl)).not.toContain(eve.username)

  await unblock(carl, eve)
  await expectMentions(streams.eve, text, [bob.username, carl.username, eve.username])
  await block(eve, bob)
  await expectMentions(streams.eve, text, [carl.username, eve.username])
  await expectMentions(streams.bob, text, [bob.username, carl.username])
  for (const stream of Object.values(streams)) stream.close()
})
