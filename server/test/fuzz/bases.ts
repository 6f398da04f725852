import { ENDPOINTS, type EndpointDeclaration, type EndpointName } from '@quack/contract'
import type { TestApp } from '../app.ts'
import { signUp } from '../members.ts'
import { addPasskey } from '../passkeys.ts'
import { ask } from '../polls.ts'
import { newSubscription, SUBSCRIBE } from '../push.ts'
import { quote } from '../quotes.ts'
import { picture, uploadInParts } from '../uploads.ts'
import { createModeration } from './moderation.ts'

/** A request as it is sent, and the expected verdict. */
export interface FuzzRequest {
  readonly what: string
  readonly endpoint: EndpointName
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  /** `refused`: the server must not answer with success. `either`: unusual, but not wrong. */
  readonly verdict: 'refused' | 'either'
}

export interface Base {
  readonly name: EndpointName
  readonly endpoint: EndpointDeclaration
  readonly params: Readonly<Record<string, string>>
  readonly body: { readonly [key: string]: unknown } | null
  /** A member's token. The call that ends its session has a token of its own. */
  readonly token: string
}

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const USED = { ...CREDENTIAL, response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' } }

/** Bodies that say more than `sampleOf` finds, or whose values have to mean something. */
const BODIES: Partial<Record<EndpointName, Base['body']>> = {
  signUp: {
    username: 'fuzz',
    firstName: 'Fuzz',
    lastName: 'Duck',
    email: 'fuzz@example.com',
    password: 'long enough',
  },
  logIn: { username: 'nobody-here', password: 'long enough' },
  editProfile: { userData: { bio: 'A bio', website: 'example.com', avatarURL: '/avatars/duck-1.webp' } },
  createPost: {
    postData: {
      ...{ content: 'A post', mediaUrl: 'https://example.com/a.png', type: 'image' },
      poll: { options: ['Ducks', 'Geese'], multiple: true, showResults: 'voted', seconds: 600 },
    },
  },
  editPost: { postData: { content: 'A post', mediaUrl: 'https://example.com/a.png', type: 'image' } },
  setWarnings: { readWarnings: 'open', sensitiveMedia: true },
  setLanguages: { languages: ['de', 'pt'] },
  setLocale: { locale: 'de' },
  setFeedPosition: { sort: 'latest', postId: '1', offset: 0, newestId: '1', age: 0 },
  changePassword: { currentPassword: 'not the present one', newPassword: 'long enough' },
  addPasskey: {
    credential: { ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    name: 'A key',
  },
  signInWithPasskey: { credential: USED },
  enableSecondFactor: { code: '000000' },
  forgotPassword: { name: 'nobody@example.com' },
  changeEmail: { email: 'other@example.com' },
  confirmViewer: { password: 'not the present one' },
  deleteAccount: { password: 'not the present one' },
  setWhoMayRepost: { whoMayRepost: 'everyone', whoMayQuote: 'everyone' },
  muteMember: { duration: 'hour', notifications: true },
  readNotifications: { upTo: '1' },
  putNotificationSettings: { pushText: false, digest: 'off' },
  votePoll: { choices: [0], version: 1 },
  editComment: { commentData: { text: 'A comment' } },
  readSuspension: { username: 'nobody-here', password: 'long enough' },
  decideAppeal: { accept: true, message: 'You are right' },
  setRole: { role: null },
  editInstallation: { about: 'A pond', rules: [{ id: 'spam', title: 'No spam', text: '' }] },
  decideApplication: { accept: false, reason: 'We are full' },
  createInvitation: { uses: 3, days: 7 },
  subscribeToPush: newSubscription(),
}

interface Sampled {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Sampled>>
}

/**
 * The simplest value of a schema, if it has no pattern: an object with what it requires, the first of several values.
 */
function sampleOf({ type, properties = {}, required = [], ...rest }: Sampled): unknown {
  if (rest.enum) return rest.enum[0]
  if (type !== 'object')
    return { string: 'Some text', boolean: false, integer: rest.minimum ?? 0, array: [] }[String(type)]
  return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {})]))
}

/** Calls by somebody else than the author, on what the author wrote. */
const BY_OTHER: readonly EndpointName[] = ['deletePost', 'deleteComment', 'createReport', 'putRepost', 'deleteRepost']

/** Calls by a private member, whom `other` asks to follow. */
const BY_PRIVATE: readonly EndpointName[] = [
  'listFollowRequests',
  'acceptFollowRequest',
  'rejectFollowRequest',
  'removeFollower',
  'setPrivate',
]

/** A request of each call to mutate. All are valid, but those that could only succeed once are refused. */
export async function createBases(app: TestApp): Promise<Base[]> {
  const author = await signUp(app)
  const other = await signUp(app)
  const leaver = await signUp(app)
  const hermit = await signUp(app)
  await hermit.call('POST /api/account/private', { body: { private: true } })
  await other.call('POST /api/users/follow/:id', { params: { id: hermit._id } })
  const post = await ask(author, { mayChange: true }, { content: 'A post for #duck' })
  const { post: commented } = await author.call('POST /api/comments/add/:postId', {
    params: { postId: post._id },
    body: { commentData: { text: 'A comment' } },
    headers: { prefer: 'return=minimal' },
  })
  const { word } = await author.call('POST /api/muted-words', {
    body: { phrase: 'A word', action: 'collapse', duration: 'always' },
  })
  const { device } = await author.call(SUBSCRIBE, { body: newSubscription() })
  const passkeys = [(await addPasskey(author)).passkey._id, (await addPasskey(author)).passkey._id]
  const world = await createModeration(app, author, other, post._id)
  const params = {
    ...world.params,
    postId: post.id,
    quoteId: (await quote(other, post._id)).id,
    commentId: commented?.comments[0]?._id ?? '',
    username: author.username,
    id: other._id,
    tag: 'duck',
    uploadId: await uploadInParts(author, await picture().png().toBuffer()),
  }
  return Object.entries(ENDPOINTS).map(([key, endpoint]: [string, EndpointDeclaration]) => {
    const name = key as EndpointName
    const sample = endpoint.body && (sampleOf(endpoint.body as Sampled) as Base['body'])
    const body = BODIES[name] ?? world.bodies[name] ?? sample ?? null
    const idsOf: Partial<Record<EndpointName, string>> = {
      addBookmark: post._id,
      removeBookmark: post._id,
      unmuteWord: word._id,
      removePushDevice: device._id,
      renamePasskey: passkeys[0] ?? '',
      removePasskey: passkeys[1] ?? '',
    }
    const id = idsOf[name]
    const otherId = id === undefined ? null : { id }
    const subject = name === 'endSuspension' ? world.suspended : name === 'endLimit' ? world.limited : null
    const ofSubject = subject && { id: subject._id }
    const isForStaff = endpoint.access === 'moderator' || endpoint.access === 'owner'
    const writer = BY_OTHER.includes(name) ? other : BY_PRIVATE.includes(name) ? hermit : author
    const member = name === 'logOut' ? leaver : isForStaff ? world.owner : writer
    return { name, endpoint, params: { ...params, ...otherId, ...ofSubject }, body, token: member.token ?? '' }
  })
}

/** The base as a request. @param change parts that replace those of the base */
export function requestOf(
  { name, endpoint, params, body, token }: Base,
  change: Partial<Omit<FuzzRequest, 'endpoint' | 'url'>> & { url?: (path: string) => string } = {},
): FuzzRequest {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const isRead = endpoint.method === 'GET'
  const { url, headers, ...rest } = change
  return {
    what: 'nothing wrong',
    endpoint: name,
    method: endpoint.method,
    body: body === null || isRead ? null : JSON.stringify(body),
    verdict: 'either',
    ...rest,
    url: url ? url(path) : path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === null || isRead ? {} : { 'content-type': 'application/json' }),
      prefer: 'return=minimal',
      ...headers,
    },
  }
}
