import type { EndpointDeclaration, ErrorCode } from '@quack/contract'
import type { TObject } from 'typebox'

/** OpenAPI documents, made from declarations of calls. Pure. */

export type Json = { [key: string]: unknown }

/** One of the two APIs. */
export interface Api {
  readonly title: string
  readonly description: string
  readonly calls: readonly Call[]
  /** Those with a name of their own. Declarations use the same objects, by which they are found. */
  readonly schemas: Readonly<Record<string, object>>
  readonly securitySchemes: Readonly<Record<string, Json & { readonly description: string }>>
  /** The schema of refusals, and their headers. */
  readonly refusal: object
  readonly refusalHeaders: (codes: readonly ErrorCode[]) => Json
}

export interface Call extends Pick<EndpointDeclaration, 'noun' | 'summary' | 'params' | 'query' | 'headers'> {
  readonly id: string
  readonly method: string
  readonly path: string
  /** For whom it is. */
  readonly access: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Its body in each form that it may have. */
  readonly bodies: Readonly<Record<string, object>>
  readonly isBodyRequired: boolean
  /** What it answers if it is done, by status. */
  readonly successes: Readonly<Record<number, string>>
  readonly answers: Readonly<Record<string, object>>
  readonly answerHeaders?: Json
  readonly refusals: readonly Refusal[]
  readonly more?: Json
}

export interface Refusal {
  readonly code: ErrorCode
  readonly status: number
  readonly message: string
  readonly body: Json
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Json
}

type Content = Readonly<
  Record<
    string,
    {
      readonly schema: object
      readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: Json }>>
    }
  >
>
export interface Response {
  readonly description: string
  readonly content: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly 'x-access': string
  readonly security: Call['security']
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

export interface OpenApi {
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<'schemas', Json>> & Pick<Api, 'securitySchemes'>
}

export function openApi(api: Api, version: string): OpenApi {
  const { title, description, calls, schemas, securitySchemes } = api
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  const document = {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inside(schema)])),
      securitySchemes,
    },
  }
  return document

  function operation(call: Call): Operation {
    const { id, noun, summary, access, security, bodies, isBodyRequired, successes, answers, answerHeaders, more } =
      call
    const hasBody = Object.keys(bodies).length > 0
    const answer = { content: contentOf(answers), ...(answerHeaders && { headers: answerHeaders }) }
    return {
      operationId: id,
      tags: [noun],
      summary,
      'x-access': access,
      ...more,
      security,
      parameters: [
        ...parameters('path', call.params),
        ...parameters('query', call.query),
        ...parameters('header', call.headers),
      ],
      ...(hasBody && { requestBody: { required: isBodyRequired, content: contentOf(bodies) } }),
      responses: {
        ...Object.fromEntries(
          Object.entries(successes).map(([status, description]) => [status, { description, ...answer }]),
        ),
        ...refusalsOf(call),
      },
    }
  }

  function contentOf(schemas: Readonly<Record<string, object>>): Content {
    return Object.fromEntries(
      Object.entries(schemas).map(([type, schema]) => [type, { schema: named(schema) as object }]),
    )
  }

  function parameters(place: Parameter['in'], schema: TObject | undefined): Parameter[] {
    const required: readonly string[] = schema?.required ?? []
    return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
      const { description, ...rest } = property as { description?: string }
      return {
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description !== undefined && { description }),
        schema: named(rest) as Json,
      }
    })
  }

  /** One response per status, with every refusal of that status as an example. */
  function refusalsOf({ refusals }: Call): Record<string, Response> {
    const byStatus = Map.groupBy(refusals, ({ status }) => status)
    const answers = [...byStatus].map(([status, group]) => {
      const examples = group.map(({ code, message, body }) => [code, { summary: message, value: body }])
      const description = [...new Set(group.map(({ message }) => message))].join(' / ')
      const schema = named(api.refusal) as object
      const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } }
      return [status, { description, headers: api.refusalHeaders(group.map(({ code }) => code)), content }]
    })
    return Object.fromEntries(answers)
  }

  /** Replaces named schemas by references. */
  function named(schema: unknown): unknown {
    if (typeof schema !== 'object' || schema === null) return schema
    const name = names.get(schema)
    return name === undefined ? inside(schema) : { $ref: `#/components/schemas/${name}` }
  }

  function inside(schema: object): unknown {
    if (Array.isArray(schema)) return schema.map(named)
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, named(value)]))
  }
}
