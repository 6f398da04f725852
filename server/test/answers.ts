import { appendFileSync } from 'node:fs'
import { ENDPOINTS, type EndpointName, ERRORS, type ErrorCode } from '@quack/contract'
import { refusalsOf } from '@quack/contract/calls/endpoint'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkClientAnswer } from './client-api-schema.ts'
import { findBreach } from './schemas.ts'

/** One observed outcome of a call. A success has no code; an unknown address has no endpoint. */
export interface SeenAnswer {
  readonly endpoint: EndpointName | null
  readonly status: number
  readonly code: ErrorCode | null
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which this run collects the outcomes. */
    answersDirectory: string
  }
}

export interface AnswerWatch {
  /** Answers that violated the contract. */
  readonly breaches: readonly string[]
  /** Writes the observed outcomes, for the check at the end of the run. */
  save(): void
}

/** Carries a contract violation to the client of the test that made the request. */
export const BREACH_HEADER = 'x-contract-breach'

const NAMES = new Map<unknown, EndpointName>(
  Object.entries(ENDPOINTS).map(([name, endpoint]) => [endpoint, name as EndpointName]),
)
/** Refusals with a message of their own: the invalid field, or why a sign-up was rejected. */
const DETAILED: ReadonlySet<ErrorCode> = new Set(['requestMalformed', 'fieldInvalid', 'signUpRejected'])

/** Checks every JSON answer of the app's own API against the contract. */
export function watchAnswers(app: FastifyInstance): AnswerWatch {
  const seen = new Set<string>()
  const breaches: string[] = []

  app.addHook('onSend', async (request, reply, payload) => {
    const name = NAMES.get(request.routeOptions.config.endpoint) ?? null
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (name !== null && ENDPOINTS[name].success === reply.statusCode && 'produces' in ENDPOINTS[name]) {
      seen.add(JSON.stringify({ endpoint: name, status: reply.statusCode, code: null } satisfies SeenAnswer))
    }
    // An answer from the caches is sent as bytes.
    const text = Buffer.isBuffer(payload) ? payload.toString() : payload
    if (!isJson || typeof text !== 'string' || text === '') return payload
    const { statusCode: status } = reply
    const body: unknown = JSON.parse(text)
    const wrong = checkClientAnswer({ method: request.method, path: request.routeOptions.url ?? '', status, body })
    if (wrong) breaches.push(`${request.method} ${request.url} answered ${status}, by its schema: ${wrong}`)
    const isRefusal = status >= 400 && (name !== null || Array.isArray((body as { errors?: unknown } | null)?.errors))
    const code = isRefusal ? codeOf(reply.getHeader(ERROR_CODE_HEADER)) : null
    if (name !== null || isRefusal) {
      if (!isRefusal || code !== null) {
        seen.add(JSON.stringify({ endpoint: name, status, code } satisfies SeenAnswer))
      }
      const breach =
        findSecret(text) ??
        (isRefusal
          ? findRefusalProblem(name, { status, body, code })
          : name && findProblem(name, request, status, body))
      if (breach) {
        breaches.push(`${request.method} ${request.url} answered ${status}: ${breach}`)
        reply.header(BREACH_HEADER, encodeURI(breach))
      }
    }
    return payload
  })

  return {
    breaches,
    save() {
      // Set by the tests' setup (tools/src/vitest/engine.ts); tools that start the app the same way write nothing down.
      const file = process.env.TEST_ANSWERS_FILE
      if (file !== undefined) appendFileSync(file, [...seen].map((line) => `${line}\n`).join(''))
    },
  }
}

function codeOf(header: unknown): ErrorCode | null {
  return typeof header === 'string' && Object.hasOwn(ERRORS, header) ? (header as ErrorCode) : null
}

function findRefusalProblem(
  name: EndpointName | null,
  { status, body, code }: { status: number; body: unknown; code: ErrorCode | null },
): string | null {
  if (code === null) return `its ${ERROR_CODE_HEADER} names no code of the catalogue`
  const { [code]: entry } = ERRORS
  if (status !== entry.status) return `the catalogue says ${entry.status} for ${code}`
  const isOwnText = (body as { errors?: unknown[] }).errors?.[0] === entry.message
  if (!isOwnText && !DETAILED.has(code)) return `the message is not the catalogue's for ${code}`
  // Tests break the server on purpose to see 'internal'. Every other refusal must be declared.
  if (name !== null && code !== 'internal' && !refusalsOf(ENDPOINTS[name]).includes(code)) {
    return `${code} is not declared`
  }
  return findBreach('error', body, null)
}

function findProblem(name: EndpointName, request: FastifyRequest, status: number, body: unknown): string | null {
  if (status !== ENDPOINTS[name].success) return `the contract says ${ENDPOINTS[name].success}`
  return findBreach(name, body, request.viewer === null ? null : String(request.viewer.id))
}

/** The password of members that `signUp` creates. */
export const PASSWORD = 'correct horse'

function findSecret(payload: string): string | null {
  const secret = [PASSWORD, '$argon2', '"password":', '"confirmPassword":', '"password_hash":', '"passwordHash":']
  const found = secret.find((text) => payload.includes(text))
  return found === undefined ? null : `it holds ${found}`
}
