import { OUT_OF_BAND } from '@quack/contract/client-api/apps'
import type { InjectOptions } from 'fastify'
import { PASSWORD } from './answers.ts'
import type { TestMember } from './members.ts'
import type { Asked } from './network.ts'

const CALLBACK = 'https://app.example/callback?of=quack'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export interface RegisteredApp {
  readonly client_id: string
  readonly client_secret: string
}

/** Apps of other makers, as they and their members act. */
export function createApps(app: Asked) {
  const post = async (url: string, fields: Record<string, string>, headers = {}) => {
    const payload = new URLSearchParams(fields).toString()
    return app.inject({ method: 'POST', url, payload, headers: { ...FORM, ...headers } })
  }

  async function register(fields: Record<string, string> = {}): Promise<RegisteredApp> {
    const answer = await post('/api/v1/apps', {
      client_name: 'Teal',
      redirect_uris: `${CALLBACK}\n${OUT_OF_BAND}`,
      scopes: 'read write push',
      website: 'https://teal.example',
      ...fields,
    })
    requireStatus(answer, 200)
    return answer.json()
  }

  const asked = (client: RegisteredApp, more: Record<string, string> = {}) => ({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    scope: 'read write',
    ...more,
  })

  /** The member allows what the app asks for. @returns where the browser is led to */
  async function allow(client: RegisteredApp, member: TestMember, more: Record<string, string> = {}) {
    const proof = { username: member.username, password: PASSWORD, decision: 'allow' }
    const answer = await post('/oauth/authorize', { ...asked(client, more), ...proof })
    requireStatus(answer, 302)
    return new URL(String(answer.headers.location))
  }

  const redeem = (client: RegisteredApp, code: string, more: Record<string, string> = {}) =>
    post('/oauth/token', { ...client, grant_type: 'authorization_code', redirect_uri: CALLBACK, code, ...more })

  async function tokenOf(
    client: RegisteredApp,
    member: TestMember,
    more: Record<string, string> = {},
  ): Promise<string> {
    const code = (await allow(client, member, more)).searchParams.get('code') ?? ''
    return (await redeem(client, code)).json<{ access_token: string }>().access_token
  }

  /** By which the app acts for itself. */
  async function tokenOfApp(client: RegisteredApp, scope = 'read'): Promise<string> {
    const answer = await post('/oauth/token', { ...client, grant_type: 'client_credentials', scope })
    return answer.json<{ access_token: string }>().access_token
  }

  /** The status of a call with this token. */
  const tryToken = async (token: string, options: InjectOptions = { url: '/api/v1/apps/verify_credentials' }) =>
    (await app.inject({ ...options, headers: { authorization: `Bearer ${token}` } })).statusCode

  /** A member's app. @returns makes a call, such as `GET /api/v1/preferences` */
  async function clientOf(member: TestMember, scope = 'read write') {
    const token = await tokenOf(await register({ scopes: scope }), member, { scope })
    return callWith(token)
  }

  function callWith(token?: string) {
    return async <Body>(route: string, payload?: object) => {
      const [method, url = ''] = route.split(' ') as ['GET', string]
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
      return { status: answer.statusCode, body: answer.json<Body>(), headers: answer.headers }
    }
  }

  return { clientOf, callWith, post, register, asked, allow, redeem, tokenOf, tokenOfApp, tryToken }
}

function requireStatus({ statusCode, body }: { statusCode: number; body: string }, wanted: number): void {
  if (statusCode !== wanted) throw new Error(`${statusCode} in place of ${wanted}: ${body.slice(0, 500)}`)
}
