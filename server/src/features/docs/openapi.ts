import { ENDPOINTS, type EndpointDeclaration, ERRORS, type ErrorCode } from '@quack/contract'
import { refusalsOf } from '@quack/contract/calls/refusals'
import * as entities from '@quack/contract/entities/entities'
import { MemberSummary } from '@quack/contract/entities/fields'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'

/** The OpenAPI document, generated from the endpoint declarations. Pure. */

type Json = { [key: string]: unknown }

/** Schemas with a name of their own. Declarations use the same objects, by which they are found. */
const COMPONENTS: Readonly<Record<string, object>> = {
  Comment: entities.Comment,
  ErrorBody: entities.ErrorBody,
  Member: entities.Member,
  MemberSummary,
  Post: entities.Post,
  Votes: entities.Votes,
}
const NAMES = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]))

export function openApi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quack',
      version,
      description:
        'A short-post social network. Every refusal has the same body; its first message is what a person is shown. ' +
        `The header ${ERROR_CODE_HEADER} has its code, by which clients recognise it. ` +
        'Media uploaded here are served at the address that the upload answers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(ENDPOINTS).map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, inside(schema)])),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The encodedToken of sign-up or log-in. It is also taken without the word Bearer.',
        },
      },
    },
  }
}

function operation(name: string, endpoint: EndpointDeclaration): Json {
  const { noun, summary, access, produces, success, answer } = endpoint
  const requestBody = bodyOf(endpoint)
  return {
    operationId: name,
    tags: [noun],
    summary,
    // Calls for anyone accept a token too, and then answer for that viewer.
    security: access === 'anyone' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...parameters('header', endpoint.headers),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      [success]: {
        description: success === 201 ? 'Done' : 'The answer',
        content: produces ? binary(produces) : json(named(answer)),
      },
      ...refusals(refusalsOf(endpoint)),
    },
  }
}

function bodyOf({ body, consumes }: EndpointDeclaration): Json | undefined {
  if (consumes) {
    const schema = { type: 'object', required: ['file'], properties: { file: FILE } }
    return { required: true, content: { [consumes]: { schema } } }
  }
  return body && { required: true, content: json(named(body)) }
}

function parameters(place: 'path' | 'query' | 'header', schema: EndpointDeclaration['query']): Json[] {
  const required: readonly string[] = schema?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as Json
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: named(rest),
    }
  })
}

/** One response per status, with every refusal of that status as an example. */
function refusals(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  const answers = [...byStatus].map(([status, group]) => {
    const examples = group.map((code) => {
      const { message } = ERRORS[code]
      return [code, { summary: message, value: { errors: [message], requestId: '5f0c2a1b-3e' } }]
    })
    const description = group.map((code) => ERRORS[code].message).join(' / ')
    const content = { 'application/json': { schema: reference('ErrorBody'), examples: Object.fromEntries(examples) } }
    const headers = { [ERROR_CODE_HEADER]: { ...CODE_HEADER, schema: { enum: group } } }
    return [status, { description, headers, content }]
  })
  return Object.fromEntries(answers)
}

const CODE_HEADER = { description: 'The code of the refusal', required: true }
const FILE = { type: 'string', format: 'binary' }

function binary(mime: string): Json {
  return { [mime]: { schema: FILE } }
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } }
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** Replaces named schemas by references. */
function named(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const name = NAMES.get(schema)
  return name === undefined ? inside(schema) : reference(name)
}

function inside(schema: object): unknown {
  if (Array.isArray(schema)) return schema.map(named)
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, named(value)]))
}
