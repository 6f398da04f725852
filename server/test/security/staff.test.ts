import { ENDPOINTS, type EndpointDeclaration, type EndpointName, ERRORS } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type Base, createBases, requestOf } from '../fuzz/bases.ts'
import { appoint, signUp } from '../members.ts'

/** Every call of the contract that needs a role, future ones too, by everybody. */
const CALLS = (Object.entries(ENDPOINTS) as [EndpointName, EndpointDeclaration][]).filter(
  ([, { access }]) => access === 'moderator' || access === 'owner',
)

describe('calls of the staff', () => {
  let app: TestApp
  let bases: Base[]
  let tokens: Record<'member' | 'moderator', string>

  beforeAll(async () => {
    app = await startTestApp()
    bases = await createBases(app)
    const moderator = await appoint(app, await signUp(app), 'moderator')
    tokens = { member: (await signUp(app)).token ?? '', moderator: moderator.token ?? '' }
  })
  afterAll(() => app.close())

  async function ask(name: EndpointName, token: string | null) {
    const base = bases.find((each) => each.name === name) as Base
    const { method, url, headers, body } = requestOf(token === null ? base : { ...base, token })
    const { authorization, ...visitors } = headers
    const answer = await app.app.inject({
      method: method as 'GET',
      url,
      headers: token === null ? visitors : { ...visitors, authorization: authorization ?? '' },
      ...(body === null ? {} : { payload: body }),
    })
    return { status: answer.statusCode, code: answer.headers[ERROR_CODE_HEADER], body: answer.body }
  }
  const withoutId = (body: string) => ({ ...(JSON.parse(body) as object), requestId: '' })

  test.each(CALLS)('%s answers like an unknown address to a visitor and a member', async (name) => {
    const unknown = await app.app.inject({ method: 'GET', url: '/api/no-such-address' })
    for (const token of [null, tokens.member]) {
      const answer = await ask(name, token)
      expect([answer.status, answer.code]).toEqual([ERRORS.pathUnknown.status, 'pathUnknown'])
      expect(withoutId(answer.body)).toEqual(withoutId(unknown.body))
    }
  })

  test.each(CALLS)('%s is for a moderator, unless it needs an owner', async (name, { access }) => {
    const { status, code } = await ask(name, tokens.moderator)
    if (access === 'owner') expect([status, code]).toEqual([403, 'ownerOnly'])
    else expect([401, 403].includes(status) || code === 'pathUnknown', String(code)).toBe(false)
  })

  test.each(CALLS)('%s is for an owner', async (name) => {
    const { token } = bases.find((each) => each.name === name) as Base
    const { status, code } = await ask(name, token)
    expect([401, 403].includes(status) || code === 'pathUnknown', String(code)).toBe(false)
  })

  test('can be refused only to those without the role', () => {
    expect(CALLS.length).toBeGreaterThan(10)
    expect(CALLS.filter(([, { path }]) => !path.startsWith('/api/moderation/'))).toEqual([])
  })
})
