import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { ENDPOINTS } from '@quack/contract'
import type { ClientCall } from '@quack/contract/client-api/client-call'
import { EMPTY_LISTS } from '@quack/contract/client-api/instance'
import { SCOPES } from '@quack/contract/client-api/scopes'
import { HEALTH_PATH, openStream, STREAMING_PATH, STREAMS, type StreamName } from '@quack/contract/client-api/streaming'
import { describe, expect } from 'vitest'
import { WebSocket } from 'ws'
import type { TestApp } from '../../../test/app.ts'
import { createApps } from '../../../test/apps.ts'
import { block, comment, like } from '../../../test/blocks.ts'
import { test as base } from '../../../test/client-api.ts'
import { CLIENT_CALLS } from '../../../test/client-calls.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import type { MemberId } from '../../database/schema.ts'
import { anonymise } from '../account/removal.service.ts'
import { suspend } from '../moderation/suspension.service.ts'

/** Each call of the client API by each kind of caller. Whatever is declared is in these tables by itself. */

interface Row extends Pick<ClientCall, 'method' | 'path' | 'access' | 'scope' | 'rate'> {
  /** A WebSocket. */
  readonly isSocket?: true
}
const stream = (path: string, scope: string | null) =>
  ({ method: 'GET', path, access: 'member', scope, rate: 'read' }) as const satisfies Row
const NAMES = Object.keys(STREAMS) as StreamName[]
const EVENTS = [
  stream(`${STREAMING_PATH}/`, null),
  ...NAMES.map((name) => stream(openStream(name).path, openStream(name).scope)),
]
const SOCKETS = [
  stream(STREAMING_PATH, null),
  ...NAMES.map((name) => stream(`${STREAMING_PATH}?stream=${name}`, STREAMS[name])),
].map((row) => ({ ...row, isSocket: true }) as const)
const ROWS: readonly Row[] = [...CLIENT_CALLS, ...EVENTS, ...SOCKETS]

/** What a caller is told; `in`: nothing about who they are. */
type Verdict = 401 | 403 | 'in'
const SENTENCES = { 401: 'The access token is invalid', 403: 'This action is outside the authorized scopes' }

/** These calls read no token. */
const isOpen = ({ rate }: Row) => rate === 'app'
/** An app that acts for itself makes a member. */
const isForAppAlone = ({ rate }: Row) => rate === 'signup'

const ofNobody = (row: Row): Verdict => (row.access === 'anyone' ? 'in' : 401)
const ofAppAlone = (row: Row): Verdict => (row.access === 'member' ? 401 : 'in')
const ofEnded = (row: Row): Verdict => (isOpen(row) ? 'in' : 401)
const ofScopes =
  (suffice: (needed: string) => boolean) =>
  (row: Row): Verdict => {
    if (isForAppAlone(row)) return 401
    return row.scope === null || suffice(row.scope) ? 'in' : 403
  }

/** All scopes without this one and those that include it. */
function without(needed: string): string[] {
  const [whole, noun = ''] = needed.split(':')
  const wider = new Set([needed, whole])
  if (['blocks', 'follows', 'mutes'].includes(noun)) wider.add('follow')
  if (needed === 'profile') for (const scope of ['read', 'read:accounts']) wider.add(scope)
  return SCOPES.filter((scope) => !wider.has(scope))
}

const test = base
  .extend('apps', ({ app }) => createApps(app.app))
  .extend('dan', ({ member }) => member('dan'))
  .extend('registered', ({ apps }) => apps.register({ scopes: SCOPES.join(' ') }))
  /** A token of a member, with these scopes. The same for the same ones. */
  .extend('tokenWith', ({ apps, registered, ann }) => {
    const tokens = new Map<string, Promise<string>>()
    return (scopes: readonly string[]) => {
      const scope = scopes.join(' ')
      const token = tokens.get(scope) ?? apps.tokenOf(registered, ann, { scope })
      tokens.set(scope, token)
      return token
    }
  })
  /** A token that was good until this happened to it or its member. */
  .extend('tokenEnded', ({ apps, registered, ann }) => async (end: (token: string) => Promise<unknown>) => {
    const token = await apps.tokenOf(registered, ann, { scope: SCOPES.join(' ') })
    expect(await apps.tryToken(token, { url: '/api/v1/timelines/home' })).toBe(200)
    await end(token)
    return () => token
  })
  .extend('ask', ({ address }) => async ({ method, path, isSocket }: Row, token: string | null, query = '') => {
    const url = `${address}${path.replace(/\/:\w+/, '/1')}${path.includes('?') ? '&' : '?'}${query}`
    const headers = { ...(token !== null && { authorization: `Bearer ${token}` }) }
    const { status, body } = await (isSocket ? openSocket(url, headers) : send(url, { method, headers }))
    return status === 401 || status === 403 ? [status, (JSON.parse(body) as { error: unknown }).error] : 'in'
  })
  /** Compares what all calls say with what they have to say. */
  .extend('expectVerdicts', ({ ask }) => {
    return async (
      tokenFor: (row: Row) => Promise<string> | string | null,
      verdictOf: (row: Row) => Verdict,
      query?: string,
    ) => {
      const said = []
      for (const row of ROWS) said.push([`${row.method} ${row.path}`, await ask(row, await tokenFor(row), query)])
      expect(said).toEqual(
        ROWS.map((row) => {
          const verdict = verdictOf(row)
          return [`${row.method} ${row.path}`, verdict === 'in' ? 'in' : [verdict, SENTENCES[verdict]]]
        }),
      )
    }
  })

async function send(url: string, init: RequestInit): Promise<{ status: number; body: string }> {
  const answer = await fetch(url, init)
  return { status: answer.status, body: await answer.text() }
}

/** How the server answers the request for a WebSocket. */
async function openSocket(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const socket = new WebSocket(url, { headers })
  const refused = new Promise<IncomingMessage>((resolve) =>
    socket.once('unexpected-response', (_request, answer) => resolve(answer)),
  )
  const answer = await Promise.race([once(socket, 'open').then(() => null), refused])
  if (answer) return { status: Number(answer.statusCode), body: Buffer.concat(await answer.toArray()).toString() }
  socket.terminate()
  return { status: 101, body: '' }
}

describe('the calls of apps', () => {
  test('are all in the table', ({ app }) => {
    const declared = ROWS.filter(({ isSocket }) => !isSocket).map(({ method, path }) => `${method} ${path}`)
    const all = [...declared, `GET ${STREAMING_PATH}`, `GET ${HEALTH_PATH}`]
    const isOfApps = (route: string) => /^\w+ \/api\/v\d/.test(route)
    const bound = routesOf(app.app.printRoutes({ commonPrefix: false })).filter(isOfApps)
    expect(all.filter(isOfApps).toSorted()).toEqual(bound.toSorted())
  })

  test('are for members where they say so: nobody makes them', async ({ expectVerdicts }) => {
    await expectVerdicts(() => null, ofNobody)
  })

  test('take an app without a member for nobody', async ({ apps, registered, expectVerdicts }) => {
    const token = await apps.tokenOfApp(registered, SCOPES.join(' '))
    await expectVerdicts(() => token, ofAppAlone)
  })

  test('know no token that they have not given', async ({ expectVerdicts }) => {
    await expectVerdicts(() => 'A'.repeat(43), ofEnded)
  })

  test.for<[string, (of: { app: TestApp; ann: TestMember }) => Promise<unknown>]>([
    ['is suspended', ({ app, ann }) => suspend(app.db, Number(ann._id) as MemberId)],
    // Their rows are removed later.
    ['has left', ({ app, ann }) => anonymise(app.db, Number(ann._id) as MemberId)],
    ['has ended the session', ({ ann }) => ann.call('DELETE /api/account/sessions')],
  ])('refuse the token of a member who %s', async ([, end], { app, ann, tokenEnded, expectVerdicts }) => {
    await expectVerdicts(await tokenEnded(() => end({ app, ann })), ofEnded)
  })

  test('refuse a token that its app has given back', async ({ apps, registered, tokenEnded, expectVerdicts }) => {
    const revoke = (token: string) => apps.post('/oauth/revoke', { ...registered, token })
    await expectVerdicts(await tokenEnded(revoke), ofEnded)
  })

  test('take the token from the address in streams alone', async ({ tokenWith, expectVerdicts }) => {
    const isStream = ({ path }: Row) => path.startsWith(STREAMING_PATH)
    const query = `access_token=${await tokenWith(SCOPES)}`
    await expectVerdicts(
      () => null,
      (row) => (isStream(row) ? 'in' : ofNobody(row)),
      query,
    )
  })

  test('refuse a token with all scopes but theirs', async ({ tokenWith, expectVerdicts }) => {
    await expectVerdicts(
      ({ scope }) => tokenWith(scope === null ? SCOPES : without(scope)),
      ofScopes(() => false),
    )
  })

  test('ask for no other scope than theirs', async ({ tokenWith, expectVerdicts }) => {
    await expectVerdicts(
      ({ scope }) => tokenWith([scope ?? 'push']),
      ofScopes(() => true),
    )
  })

  test.for<[string, RegExp]>([
    ['read', /^(read|profile)/],
    ['write', /^write/],
    ['follow', /:(blocks|follows|mutes)$/],
  ])('belong to the scope `%s` as far as it goes', async ([scope, its], { tokenWith, expectVerdicts }) => {
    await expectVerdicts(
      () => tokenWith([scope]),
      ofScopes((needed) => its.test(needed)),
    )
  })
})

test('our own calls take no token of an app, whatever it may do', async ({ apps, tokenWith }) => {
  const token = await tokenWith(SCOPES)
  const calls = [...Object.values(ENDPOINTS), { method: 'POST', path: '/api/uploads' } as const]
  const taken = []
  for (const { method, path } of calls) {
    const status = await apps.tryToken(token, { method, url: path.replace(/:\w+/g, '1') })
    if (status !== 403) taken.push([method, path, status])
  }
  expect(taken).toEqual([])
})

/** Somebody, and what they wrote: a post and a comment. */
interface Named {
  readonly member: string
  readonly username: string
  readonly statuses: readonly string[]
}
const NOBODY: Named = { member: '1', username: 'nobody', statuses: ['1', '1'] }

/** Calls that name a member or a status: in the path, or by one of these fields. */
const FIELDS = ['id', 'acct', 'account_id', 'in_reply_to_id', 'quoted_status_id']
const NAMING = CLIENT_CALLS.flatMap((call) => {
  if (/\/(accounts|statuses)\/:id/.test(call.path)) return { call, field: '' }
  return FIELDS.filter((field) => field in call.input.properties).map((field) => ({ call, field }))
})
/** These say the same of everybody. */
const SILENT = [...Object.values(EMPTY_LISTS).flat(), 'accounts/familiar_followers'].filter((path) =>
  /^accounts\/(:id|familiar)/.test(path),
)

describe('who has blocked the caller', () => {
  test('is nobody in all calls that name them or what they wrote', async ({ apps, ann, bob, carl, dan }) => {
    const own = await writePost(ann)
    const name = async (author: TestMember): Promise<Named> => {
      const post = await writePost(author, 'Named')
      await like(author, own._id)
      const id = await comment(author, (await writePost(dan))._id, 'Named')
      return { member: author._id, username: author.username, statuses: [post._id, id] }
    }
    const [hidden, shown] = [await name(bob), await name(carl)]
    const send = await apps.clientOf(ann)
    await block(bob, ann)
    const ask = async ({ call: { method, path }, field }: (typeof NAMING)[number], of: Named) => {
      const isOfStatuses = path.startsWith('/api/v1/statuses')
      const answers = []
      for (const id of isOfStatuses ? of.statuses : [of.member]) {
        const named = field === 'acct' ? of.username : id
        const input = { q: 'Named', status: 'x', [field === 'id' ? 'id[]' : field]: named }
        const url = `${path.replace(':id', id)}${method === 'GET' ? `?${new URLSearchParams(input)}` : ''}`
        const { status, body } = await send(`${method} ${url}`, method === 'GET' ? undefined : input)
        answers.push(`${status} ${JSON.stringify(body).replaceAll(id, 'ID')}`)
      }
      return [`${method} ${path} ${field}`, ...answers]
    }
    const silent = []
    for (const naming of NAMING) {
      const unknown = await ask(naming, NOBODY)
      expect(await ask(naming, hidden)).toEqual(unknown)
      if (isDeepStrictEqual(await ask(naming, shown), unknown)) silent.push(naming.call.path.replace('/api/v1/', ''))
    }
    expect(silent.toSorted()).toEqual(SILENT.toSorted())
  })
})

/** What Fastify prints as a tree. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[└├]── (.*) \((.*)\)$/.exec(line) ?? []
    const path = `${above[indent.length / 4 - 1] ?? ''}${part}`
    above[indent.length / 4] = path
    return methods
      .split(', ')
      .flatMap((method) => (/[A-Z]/.test(method) && method !== 'HEAD' ? `${method} ${path}` : []))
  })
}
