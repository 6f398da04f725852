import type { GroupId, MemberId } from '../../src/database/schema.ts'
import { createPasswordReset } from '../../src/features/passwords/passwords.service.ts'
import { indexAll } from '../../src/features/search/search-index.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createApps } from '../apps.ts'
import { block, comment, follow, like } from '../blocks.ts'
import { storePosition } from '../feed-positions.ts'
import { createBases } from '../fuzz/bases.ts'
import { FROM } from '../mails.ts'
import { signUp, writePost } from '../members.ts'
import { dislike, upvote } from '../notifications.ts'
import { ask, vote } from '../polls.ts'
import { newSubscription, SUBSCRIBE } from '../push.ts'
import { quote } from '../quotes.ts'
import { enableFactor } from '../second-factor.ts'
import { AHEAD_CLOCK } from '../test-clock.ts'
import { picture, uploadFile } from '../uploads.ts'
import { edit, editComment } from '../versions.ts'
import { STOPPED_CLOCK, WITHOUT_BACKGROUND_WORK } from '../without-background-work.ts'

/**
 * A server with rows in every table. Its background work stands still. released.test.ts reads what ann and bob have
 * written.
 */
export async function startFilled(): Promise<TestApp> {
  const app = await startTestApp({
    ...WITHOUT_BACKGROUND_WORK,
    // Each edit leaves a trace.
    clock: { ...STOPPED_CLOCK, now: AHEAD_CLOCK.now },
    push: { allowPrivateAddresses: true },
    linkCards: true,
    // The host of the passkeys.
    publicUrl: 'http://localhost:4000',
    mail: { location: { url: 'smtp://127.0.0.1:9', from: FROM }, timeoutMs: 1_000 },
  })
  await fill(app)
  return app
}

async function fill(app: TestApp): Promise<void> {
  // Staff, reports, a decision, an application, an invitation, passkeys, a request to follow.
  await createBases(app)
  const [ann, bob, carl, eve] = [
    await signUp(app, { username: 'ann' }),
    await signUp(app, { username: 'bob' }),
    await signUp(app, { username: 'carl' }),
    await signUp(app, { username: 'eve' }),
  ]
  const fields = [{ name: 'Site', value: 'https://ann.example' }]
  await ann.call('POST /api/users/edit', { body: { userData: { profile: { fields } } } })
  await follow(bob, ann)
  const { url: mediaUrl } = await uploadFile(ann, await picture().png().toBuffer())
  const { url } = await uploadFile(ann, await picture(25).png().toBuffer())
  const { post } = await ann.call('POST /api/posts', {
    body: { postData: { content: 'An old #post from Łódź for @bob', mediaUrl, furtherPictures: [{ url }] } },
    headers: { prefer: 'return=minimal', 'idempotency-key': 'a key of the release' },
  })
  const postId = post?._id ?? ''
  await uploadFile(ann, await picture(20).png().toBuffer())
  await like(bob, postId)
  await like(eve, postId)
  await dislike(carl, postId)
  await carl.call('PUT /api/posts/:postId/repost', { params: { postId } })
  await quote(carl, postId)
  await vote(bob, (await ask(ann))._id, [0])
  await upvote(ann, postId, await comment(bob, postId, 'Nice, @ann'))
  // A deleted comment that has an answer.
  const answering = await comment(carl, postId, 'Gone')
  const answered = { commentData: { text: 'An answer', answering } }
  await carl.call('POST /api/comments/add/:postId', { params: { postId }, body: answered })
  await carl.call('POST /api/comments/delete/:postId/:commentId', { params: { postId, commentId: answering } })
  await ann.call('POST /api/posts/pin/:postId', { params: { postId } })
  await bob.call('POST /api/users/bookmark/:id', { params: { id: postId } })
  await bob.call('POST /api/tags/:tag/follow', { params: { tag: 'post' } })
  await storePosition(bob, postId)
  await bob.call('POST /api/posts/mute/:postId', { params: { postId } })
  await bob.call('POST /api/notifications/settings', {
    body: { kinds: { like: { list: true, push: false, from: 'everyone' } }, pushText: false },
  })
  await bob.call('POST /api/users/mute/:id', { params: { id: carl._id }, body: { duration: 'always' } })
  await block(bob, eve)
  await enableFactor(carl)
  const apps = createApps(app.app)
  const client = await apps.register()
  await apps.tokenOf(client, ann)
  await apps.allow(client, bob)
  await apps.tokenOfApp(client)
  await createPasswordReset(app.db, Number(carl._id) as MemberId)
  const { _id: editedId } = await writePost(carl, 'To be edited')
  const commentedId = await comment(bob, editedId, 'A comment')
  await edit(carl, editedId, { mediaUrl: (await uploadFile(carl, await picture(35).png().toBuffer())).url })
  await edit(carl, editedId, { content: 'Edited', mediaUrl: '' })
  await editComment(bob, editedId, commentedId, 'An edited one')
  // Its card waits.
  await writePost(carl, 'See https://cards.test/')
  // What only the workers write, and what waits for them.
  await indexAll(app.db)
  await writePost(carl, 'Not indexed yet')
  await bob.call(SUBSCRIBE, { body: newSubscription() })
  await app.db.write(async (transaction) => {
    const member_id = Number(bob._id) as MemberId
    const { id: session_id } = await transaction
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member_id)
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('push_tags')
      .values({ session_id, group_id: 0 as GroupId, mark: 1 })
      .execute()
    await transaction
      .insertInto('push_back_offs')
      .values({ member_id, service: 'push.example', attempts: 1, due_at: Date.now() })
      .execute()
    await transaction
      .insertInto('link_hosts')
      .values({ host: 'cards.test', failures: 1, rests_until: Date.now() })
      .execute()
  })
}
