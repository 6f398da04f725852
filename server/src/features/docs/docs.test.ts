import { createHash } from 'node:crypto'
import { ENDPOINTS, type EndpointDeclaration, ERRORS } from '@quack/contract'
import * as apps from '@quack/contract/client-api/apps'
import type { ClientCall } from '@quack/contract/client-api/client-call'
import * as instance from '@quack/contract/client-api/instance'
import * as lists from '@quack/contract/client-api/lists'
import * as media from '@quack/contract/client-api/media'
import * as notifications from '@quack/contract/client-api/notifications'
import * as account from '@quack/contract/client-api/own-account'
import * as push from '@quack/contract/client-api/push'
import * as reading from '@quack/contract/client-api/reading'
import * as safety from '@quack/contract/client-api/safety'
import { openStream } from '@quack/contract/client-api/streaming'
import * as timelines from '@quack/contract/client-api/timelines'
import * as writing from '@quack/contract/client-api/writing'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { test as base } from '../../../test/fixtures.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import { escapeHtml } from '../../http/pages/escape-html.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  security: object[]
  requestBody?: { content: Record<string, object> }
  responses: Record<
    string,
    {
      headers?: Record<string, { schema: { enum?: string[] } }>
      content: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>
    }
  >
}
type OpenApi = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
}

const CALLS = Object.entries(ENDPOINTS) as [string, EndpointDeclaration][]

const isCall = (value: unknown): value is ClientCall => typeof value === 'object' && value !== null && 'path' in value
/** Those of the client API, and one of each kind that a function declares. */
const CLIENT_CALLS: readonly ClientCall[] = [
  ...[apps, instance, lists, media, notifications, account, push, reading, safety, timelines, writing]
    .flatMap((calls) => Object.values<unknown>(calls))
    .filter(isCall),
  ...[instance.getInstanceV1('/api/v1/instance'), instance.listNothing('lists', 'read:lists'), openStream('user')],
  ...[lists.changeHashtag('follow'), safety.deleteFilter('/api/v2/filters/:id')],
  ...[writing.reactTo('pin'), writing.relateTo('authorize'), writing.relateTo('mute')],
]
const isList = (schema: { type?: string } | undefined) => schema?.type === 'array'
const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const test = base
  .extend('options', { scope: 'file' }, () => ({ version: '1.2.3' }))
  .extend('read', { scope: 'file' }, ({ app }) => {
    return async (url: string) => (await app.visitor.send({ url })).body as OpenApi
  })
  .extend('document', { scope: 'file' }, ({ read }) => read('/api/openapi.json'))
  .extend('ofApps', { scope: 'file' }, ({ read }) => read('/api/client/openapi.json'))

const operationOf = ({ paths }: OpenApi, { path, method }: { readonly path: string; readonly method: string }) =>
  paths[templateOf(path)]?.[method.toLowerCase()]

describe('the contract in writing', () => {
  test('is a valid OpenAPI 3.1 document of this version', async ({ document, ofApps }) => {
    for (const each of [document, ofApps]) {
      const { valid, errors } = await new Validator().validate(structuredClone(each))
      expect(errors).toBeUndefined()
      expect(valid).toBe(true)
      expect(each).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } })
    }
  })

  test('holds every call, and no other', ({ document }) => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(ENDPOINTS).sort())
  })

  test.for(CALLS)('tells all of %s', ([name, endpoint], { document }) => {
    const operation = operationOf(document, endpoint)
    const parts = { path: endpoint.params, query: endpoint.query, header: endpoint.headers }
    const declared = Object.entries(parts).flatMap(([place, part]) =>
      Object.keys(part?.properties ?? {}).map((key) => `${place} ${key}`),
    )
    expect(operation?.operationId).toBe(name)
    expect(operation?.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual(declared)
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.consumes !== undefined)
    expect(operation?.security).toEqual(endpoint.access === 'anyone' ? [{}, { token: [] }] : [{ token: [] }])
    expect(operation?.responses).toHaveProperty(String(endpoint.success))
    for (const code of [...endpoint.errors, 'tokenInvalid', 'tooManyRequests', 'internal'] as const) {
      const { status, message } = ERRORS[code]
      const examples = operation?.responses[status]?.content['application/json']?.examples
      expect(examples?.[code]?.value, code).toMatchObject({ errors: [message] })
      expect(operation?.responses[status]?.headers?.[ERROR_CODE_HEADER]?.schema.enum).toContain(code)
    }
  })

  test('tells all of each call of the client API, in a document of its own', async ({ ofApps }) => {
    const ids = Object.values(ofApps.paths).flatMap((path) => Object.values(path).map((each) => each.operationId))
    expect(new Set(ids).size).toBe(ids.length)
    for (const call of CLIENT_CALLS) {
      const operation = operationOf(ofApps, call)
      const names = Object.keys(call.input.properties)
      const told = [call.method, call.path, operation?.security, operation?.parameters.map(({ name }) => name)]
      const token = { oauth: call.scope === null ? [] : [call.scope] }
      const isForOAuth = call.rate === 'app' && call.path.startsWith('/oauth')
      const security = isForOAuth ? [{}, { client: [] }] : call.access === 'anyone' ? [{}, token] : [token]
      const listed = names.map((name) => (isList(call.input.properties[name]) ? `${name}[]` : name))
      const parameters = [...Object.keys(call.params?.properties ?? {}), ...(call.method === 'GET' ? listed : [])]
      expect(told).toEqual([call.method, call.path, security, parameters])
      const forms = call.method === 'GET' || names.length === 0 ? [] : ['json', 'x-www-form-urlencoded', 'form-data']
      const bodies = Object.keys(operation?.requestBody?.content ?? {}).map((type) => type.split('/')[1])
      expect([call.path, bodies]).toEqual([call.path, forms])
    }
    const { responses } = operationOf(ofApps, reading.listHome) ?? {}
    expect(responses?.[200]?.content).toEqual({
      'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Status' } } },
    })
    expect(Object.keys(responses?.[200]?.headers ?? {})).toContain('Link')
    expect(Object.keys(responses?.[429]?.headers ?? {})).toContain('X-RateLimit-Reset')
    const { scopeMissing } = responses?.[403]?.content['application/json']?.examples ?? {}
    expect(scopeMissing?.value).toEqual({ error: ERRORS.scopeMissing.message })
    expect(operationOf(ofApps, media.sendMedia)?.responses).toHaveProperty('202')
  })

  test('does not tell of the client API where there is none', async () => {
    const app = await startTestApp({ clientApi: false })
    const statusOf = async (url: string) => (await app.visitor.send({ url })).status
    expect(await statusOf('/api/client/openapi.json')).toBe(404)
    expect(String((await app.visitor.send({ url: '/api/docs' })).body)).not.toContain('/api/client')
    await app.close()
  })

  test('can be read by people, on a page that runs no script', async ({ app }) => {
    const { status, body, headers } = await app.visitor.send({ url: '/api/docs' })
    const page = String(body)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    // The browser applies a style whose hash the policy names.
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect(page).not.toMatch(/<script|\son\w+=|javascript:/i)
    for (const [name, { method, path, summary, errors }] of CALLS) {
      expect(page, name).toContain(`${method} ${templateOf(path)}`)
      for (const code of errors) expect(page, name).toContain(`<code>${code}</code>`)
      expect(page, name).toContain(escapeHtml(summary))
    }
    expect(page).toContain('href="/api/client/docs"')
    const metadata = await app.visitor.send({ url: '/.well-known/oauth-authorization-server' })
    const { service_documentation: address = '' } = metadata.body as { service_documentation?: string }
    const ofApps = String((await app.visitor.send({ url: new URL(address).pathname })).body)
    for (const { method, path, summary } of CLIENT_CALLS) {
      expect(ofApps, path).toContain(`${method} ${templateOf(path)}`)
      expect(ofApps, path).toContain(escapeHtml(summary))
    }
  })

  test('is only read', async ({ app }) => {
    for (const url of ['/api/openapi.json', '/api/docs', '/api/client/openapi.json', '/api/client/docs']) {
      const answer = await app.visitor.send({ method: 'POST', url })
      expect(asRefusal(answer)).toEqual(refusal('methodNotAllowed'))
      expect(answer.headers.allow).toBe('GET, HEAD')
    }
  })
})
