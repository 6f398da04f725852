import { ERRORS } from '@quack/contract'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError, RETRY_SECONDS, toAppError } from '../../../http/errors/errors.ts'

/** What apps compare with. Everything else is told in our own words. */
const SENTENCES: Readonly<Record<string, string>> = {
  tokenInvalid: 'The access token is invalid',
  usernameUnknown: 'Record not found',
  memberUnknown: 'Record not found',
  postUnknown: 'Record not found',
  commentUnknown: 'Record not found',
}
/** Of ours, those that say what is wrong with the input. */
const VALIDATION = new Set([400, 409, 413, 415, 422])

/** What the specification of our own calls answers with 400, where others say 403: it may be right for another member. */
const FORBIDDEN = /Forbidden$/

/** A refusal of an authorization, by the names of RFC 6749. */
export class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

/** Refusals in the form that apps expect: `{"error": "…"}`, and 422 for what is wrong with the input. */
export function registerClientErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError | OAuthError, request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').serializer(JSON.stringify)
    if (error instanceof OAuthError) {
      return reply.code(error.status).send({ error: error.error, error_description: error.message })
    }
    const known = error instanceof AppError ? error : toAppError(error)
    const status = FORBIDDEN.test(known.code) ? 403 : ERRORS[known.code].status
    if (status >= 500 && known !== error) request.log.error({ err: error }, 'request failed')
    if (known.code === 'unavailable') reply.header('retry-after', RETRY_SECONDS)
    const isValidation = VALIDATION.has(status) || known.code === 'fieldInvalid'
    const sentence = SENTENCES[known.code] ?? known.message
    if (!isValidation) return reply.code(status).send({ error: sentence })
    return reply.code(422).send({ error: `Validation failed: ${sentence}`, details: {} })
  })
}
