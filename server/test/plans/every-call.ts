import { ENDPOINTS, type EndpointName } from '@quack/contract'
import sharp from 'sharp'
import type { MemberId } from '../../src/database/schema.ts'
import { hashToken } from '../../src/features/email-address/tokens/confirmation.ts'
import { insertEmailToken } from '../../src/features/email-address/tokens/email-tokens.queries.ts'
import { createUnsubscribeToken } from '../../src/features/mails/unsubscribe-token.ts'
import { suspend } from '../../src/features/moderation/suspension.service.ts'
import { createPasswordReset } from '../../src/features/passwords/passwords.service.ts'
import { PASSWORD } from '../answers.ts'
import type { TestApp } from '../app.ts'
import { PRIVATE, setAudience } from '../audience.ts'
import { Authenticator } from '../authenticator.ts'
import { comment, follow, like } from '../blocks.ts'
import { createClient } from '../client.ts'
import { type Base, createBases, requestOf } from '../fuzz/bases.ts'
import { signUp, writePost } from '../members.ts'
import { addPasskey, signInBody } from '../passkeys.ts'
import { quote } from '../quotes.ts'
import { codeOf } from '../second-factor.ts'

/** Calls that destroy what other calls need come last. */
const LAST: readonly EndpointName[] = [
  ...([
    'unfollowMember',
    'putFollow',
    'deleteFollow',
    'blockMember',
    'unblockMember',
    'removeBookmark',
    'putBookmark',
    'deleteBookmark',
    'deleteComment',
    'deletePost',
    'logOut',
    'changePassword',
  ] as const),
  ...(['resetPassword', 'deleteAccount'] as const),
]
/** The ways to read a list whose statements differ. */
const VARIANTS: Partial<Record<EndpointName, readonly string[]>> = {
  listComments: ['', '&as=tree'],
  listFeed: ['&sort=latest', '&sort=oldest', '&sort=trending'],
  searchPosts: [
    'duck',
    '-goose',
    'from:me',
    'in:bookmarks',
    'in:likes duck',
    'in:following post*',
    '%23duck',
    'lang:de lang:pt',
    'duck lang:de',
  ].flatMap((q) => [`&q=${q}`, `&q=${q}&order=best`]),
}
const NEW_PASSWORD = 'quite another one'

async function picture(): Promise<Buffer> {
  const image = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fc0' } })
    .png()
    .toBuffer()
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  return Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n--x--\r\n')])
}

/**
 * Makes every call of the API successfully once, and reads a file; lists with their second page, and both forms of an
 * answer.
 */
export async function makeEveryCall(app: TestApp): Promise<void> {
  const bases = await createBases(app)
  const author = bases.find((base) => base.name === 'createPost')
  if (!author) throw new Error('There is nobody to write.')
  const form = { body: await picture(), headers: { 'content-type': 'multipart/form-data; boundary=x' } }

  async function send(base: Base, query = '', change: Parameters<typeof requestOf>[1] = {}): Promise<unknown> {
    const { method, url, headers, body } = requestOf(base, { ...change, url: (path) => path + query })
    const payload = body === null ? {} : { payload: body }
    const answer = await app.app.inject({ method: method as 'GET', url, headers, ...payload })
    if (answer.statusCode >= 300) throw new Error(`${base.name} answered ${answer.statusCode}: ${answer.body}`)
    return base.endpoint.produces ? answer.body : answer.json()
  }

  // A list with two entries has a second page.
  for (let count = 0; count < 2; count++) await send(author, '', { headers: { 'idempotency-key': `key ${count}` } })

  // Two muted words and two mutes: their lists have a second page.
  const [mute, word] = ['muteMember', 'muteWord'].map((name) => bases.find((base) => base.name === name))
  for (let count = 0; mute && count < 2; count++) await send({ ...mute, params: { id: (await signUp(app))._id } })
  if (word) await send(word)

  // Two posts with a tag and two tags that are followed: their lists have a second page. And an edit of tags.
  const tagged = createClient(app.app, author.token)
  for (const content of ['#duck', '#pond and #duck']) {
    const { _id: postId } = await writePost(tagged, content)
    await tagged.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { content: '#duck' } } })
  }
  for (const tag of ['pond', 'reed']) await tagged.call('POST /api/tags/:tag/follow', { params: { tag } })

  // Three who ask to follow, one of whom is rejected: the list of those who ask has a second page.
  const asking = [await signUp(app), await signUp(app)]
  const hermit = bases.find((base) => base.name === 'listFollowRequests')
  const { user } = await createClient(app.app, hermit?.token ?? '').call('POST /api/account/private', {
    body: { private: true },
  })
  for (const each of asking) await each.call('POST /api/users/follow/:id', { params: { id: user._id } })

  // A post for followers: whoever reads it or writes to it looks up the follow.
  const [closed, reader] = [await signUp(app), await signUp(app)]
  const { _id: postId } = await writePost(closed)
  // Texts that mention somebody, and edits of them.
  const mention = `For @${reader.username}`
  const { _id: mentioning } = await writePost(closed, mention)
  const ofComment = { postId: mentioning, commentId: await comment(closed, mentioning, mention) }
  await closed.call('POST /api/posts/edit/:postId', {
    params: { postId: mentioning },
    body: { postData: { content: mention } },
  })
  await closed.call('POST /api/comments/edit/:postId/:commentId', {
    params: ofComment,
    body: { commentData: { text: mention } },
  })
  await follow(reader, closed)
  await setAudience(app, closed, PRIVATE)
  await reader.call('GET /api/posts/:postId', { params: { postId } })
  await like(reader, postId)
  // Two reposts of a post, and quotes: the lists of them have a second page.
  const { postId: reposted = '' } = bases.find((base) => base.name === 'putRepost')?.params ?? {}
  for (const each of [reader, closed]) {
    await each.call('PUT /api/posts/:postId/repost', { params: { postId: reposted } })
    await quote(reader, reposted)
  }

  // Two blocks: lists leave somebody out, and that of the blocks has a second page.
  const block = bases.find((base) => base.name === 'blockMember')
  for (let count = 0; block && count < 2; count++) await send({ ...block, params: { id: (await signUp(app))._id } })

  // Two answers to a comment: its branch has a second page.
  const { postId: commented = '', commentId = '' } = bases.find((base) => base.name === 'getBranch')?.params ?? {}
  const answering = { params: { postId: commented }, body: { commentData: { text: mention, answering: commentId } } }
  for (let count = 0; count < 2; count++) await tagged.call('POST /api/comments/add/:postId', answering)

  // Of an edited post with pictures, and of a comment.
  const { postId: editedPost = '' } = bases.find((base) => base.name === 'editPost')?.params ?? {}
  const mediaUrl = 'https://example.com/a.png'
  for (const content of [mention, 'Something else that has more than a few new words']) {
    const body = { postData: { content, mediaUrl, type: 'image' } }
    await tagged.call('POST /api/posts/edit/:postId', { params: { postId: editedPost }, body })
    await tagged.call('GET /api/posts/:postId/versions', { params: { postId: editedPost } })
  }
  let secret = ''
  let key = new Authenticator()
  const isLast = ({ name }: Base) => LAST.indexOf(name)
  for (const base of [...bases].sort((a, b) => isLast(a) - isLast(b))) {
    if (base.name === 'logIn') {
      await send({ ...base, body: { username: base.params.username, password: PASSWORD } })
    } else if (base.name === 'readSuspension') {
      await send({ ...base, body: await suspendedMember() })
    } else if (base.name === 'rejectFollowRequest') {
      await send({ ...base, params: { id: asking[0]?._id ?? '' } })
    } else if (base.name === 'findPeople') {
      await send(base, '?name=m')
    } else if (base.endpoint.noun === 'search') {
      await send(base, '?q=duck')
    } else if (base.name === 'endSession') {
      await send({ ...base, params: { id: await otherSession() } })
    } else if (base.name === 'changePassword') {
      await send({ ...base, body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
    } else if (base.name === 'resetPassword') {
      const token = await createPasswordReset(app.db, Number(base.params.id) as MemberId)
      await send({ ...base, body: { token, password: NEW_PASSWORD } })
    } else if (base.name === 'addPasskey') {
      key = (await addPasskey(createClient(app.app, base.token))).key
    } else if (base.name === 'signInWithPasskey') {
      await send({ ...base, body: await signInBody(app.visitor, key) })
    } else if (base.name === 'removePassword') {
      await send({ ...base, token: await withPasskeys() })
    } else if (base.name === 'setUpSecondFactor') {
      secret = ((await send(base)) as { secret: string }).secret
    } else if (base.name === 'enableSecondFactor') {
      await send({ ...base, body: { code: codeOf(secret) } })
    } else if (base.name === 'confirmEmail') {
      const member = Number(base.params.id) as MemberId
      const sessions = app.db.primary.selectFrom('sessions').select('id').where('member_id', '=', member)
      const session = (await sessions.executeTakeFirst())?.id ?? null
      const link = { member, session, address: 'next@example.com', now: 0 }
      const expiresAt = Date.now() + 60_000
      const row = { ...link, tokenHash: hashToken('a token'), expiresAt }
      await app.db.write((transaction) => insertEmailToken(transaction, row))
      await send({ ...base, body: { token: 'a token' } })
    } else if (base.name === 'unsubscribe') {
      await send(base, `?token=${createUnsubscribeToken(app.dependencies.secret, Number(base.params.id) as MemberId)}`)
    } else if (base.name === 'confirmViewer') {
      await send({ ...base, body: { password: PASSWORD } })
    } else if (base.name === 'deleteAccount') {
      await send({ ...base, body: { password: NEW_PASSWORD } })
    } else if (base.endpoint.consumes) {
      const uploaded = (await send(base, '', form)) as { media: { url: string } }
      await send(author, '', { body: JSON.stringify({ postData: { mediaUrl: uploaded.media.url } }) })
      await app.visitor.send({ url: uploaded.media.url })
      const first = { mediaUrl: 'https://example.com/a.png', type: 'image' as const }
      const postData = { ...first, furtherPictures: [{ url: uploaded.media.url }] }
      const { post } = await tagged.call('POST /api/posts', {
        body: { postData },
        headers: { prefer: 'return=minimal' },
      })
      const edit = { params: { postId: post?._id ?? '' }, body: { postData: { furtherPictures: [] } } }
      await tagged.call('POST /api/posts/edit/:postId', edit)
    } else if (base.name === 'dislikePost' || base.name === 'downvoteComment') {
      await send(base, '', { headers: { prefer: '' } })
    } else {
      const isOwn = base.name === 'deletePost' || base.name === 'deleteComment'
      const token = isOwn ? author.token : base.token
      await send({ ...base, token })
    }
    if ('cursor' in (base.endpoint.query?.properties ?? {})) await readOn(base)
  }

  async function suspendedMember() {
    const { username, _id } = await signUp(app)
    await suspend(app.db, Number(_id) as MemberId)
    return { username, password: PASSWORD }
  }

  async function withPasskeys(): Promise<string> {
    const member = await signUp(app)
    for (let count = 0; count < 2; count++) await addPasskey(member)
    return member.token ?? ''
  }

  /** Signs the author in again. */
  async function otherSession(): Promise<string> {
    const username = author?.params.username ?? ''
    await app.visitor.call('POST /api/auth/login', { body: { username, password: PASSWORD } })
    const client = createClient(app.app, author?.token ?? '')
    const { sessions } = await client.call('GET /api/account/sessions')
    return sessions.find((session) => !session.current)?._id ?? ''
  }

  async function readOn(base: Base): Promise<void> {
    const sorts = VARIANTS[base.name] ?? [base.endpoint.noun === 'search' ? '&q=duck' : '']
    for (const sort of sorts) {
      const { nextCursor } = (await send(base, `?limit=1${sort}`)) as { nextCursor: string | null }
      if (nextCursor !== null) await send(base, `?limit=1&cursor=${nextCursor}${sort}`)
    }
  }

  const missing = Object.keys(ENDPOINTS).filter((name) => !bases.some((base) => base.name === name))
  if (missing.length > 0) throw new Error(`Not called: ${missing.join(', ')}`)
}
