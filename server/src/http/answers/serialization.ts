import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import type { Static, TSchema } from 'typebox'

type Serialize = (value: unknown) => string

/** One per schema, shared by all routes that answer with it. */
const serializers = new WeakMap<object, Serialize>()

/**
 * Serialises answers by their declared schemas. Fastify would compile one serialiser per route and status. Here each
 * schema has one, compiled for its first answer, which saves memory and time at the start.
 */
export function registerSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => serializerOf(schema as TSchema))
}

/** Writes only what the schema allows. */
export function serializerOf<T extends TSchema>(schema: T): (value: Static<T>) => string {
  const known = serializers.get(schema)
  if (known) return known
  let compiled: Serialize | null = null
  const serialize: Serialize = (value) => {
    compiled ??= fastJsonStringify(withoutUnions(schema) as Schema)
    return compiled(value)
  }
  serializers.set(schema, serialize)
  return serialize
}

/**
 * `X | null` as a nullable X. For a union, the library would compile a validator of all that X contains when the first
 * value is written, which holds the event loop, and run it for each value.
 */
export function withoutUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnions)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as { anyOf?: readonly { type?: string }[] }
  const [only, none] = anyOf ?? []
  if (anyOf?.length === 2 && only && none?.type === 'null')
    return { ...(withoutUnions(only) as object), nullable: true }
  const properties = Object.entries(anyOf ? { ...rest, anyOf } : rest)
  return Object.fromEntries(properties.map(([name, value]) => [name, withoutUnions(value)]))
}
