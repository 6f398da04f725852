import { createHash } from 'node:crypto'
import { ENDPOINTS, type EndpointDeclaration, ERRORS } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  security: object[]
  requestBody?: object
  responses: Record<
    string,
    {
      headers?: Record<string, { schema: { enum: string[] } }>
      content: Record<string, { examples?: Record<string, { value: unknown }> }>
    }
  >
}
type OpenApi = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
}

const CALLS = Object.entries(ENDPOINTS) as [string, EndpointDeclaration][]

const test = base
  .extend('options', { scope: 'file' }, () => ({ version: '1.2.3' }))
  .extend('document', { scope: 'file' }, async ({ app }) => {
    return (await app.visitor.send({ url: '/api/openapi.json' })).body as OpenApi
  })
  .extend(
    'operationOf',
    ({ document }) =>
      ({ path, method }: EndpointDeclaration) =>
        document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
  )

describe('the contract in writing', () => {
  test('is a valid OpenAPI 3.1 document of this version', async ({ document }) => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } })
  })

  test('holds every call, and no other', ({ document }) => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(ENDPOINTS).sort())
  })

  test.for(CALLS)('tells all of %s', ([name, endpoint], { operationOf }) => {
    const operation = operationOf(endpoint)
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
      expect(page, name).toContain(`${method} ${path}`)
      for (const code of errors) expect(page, name).toContain(`<code>${code}</code>`)
      expect(page, name).toContain(summary.replaceAll('&', '&#38;').replaceAll('<', '&#60;'))
    }
  })

  test('is only read', async ({ app }) => {
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const answer = await app.visitor.send({ method: 'POST', url })
      expect(asRefusal(answer)).toEqual(refusal('methodNotAllowed'))
      expect(answer.headers.allow).toBe('GET, HEAD')
    }
  })
})
