import { ERRORS, type ErrorCode } from '@quack/contract'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError, RETRY_SECONDS, toAppError } from '../../../http/errors/errors.ts'

/** What apps compare with. Everything else is told in our own words. */
const SENTENCES: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^tokenInvalid$/, 'The access token is invalid'],
  [/^(username|member|post|comment|pushDevice)Unknown$/, 'Record not found'],
  [/^pollVoted$/, 'You have already voted on this poll'],
  [/^pollChoiceInvalid$/, 'The chosen vote option does not exist'],
]
/** Of ours, those that apps take for problems of the input. */
const VALIDATION = new Set([400, 409, 413, 415, 422])

/**
 * What our own calls mostly answer with 400, by their specification, where others say 403: another member may do it.
 */
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

type FieldProblem = Readonly<Record<'field' | 'error' | 'description', string>>

/** A refusal that names the fields, for apps to show beside them. */
export class FieldsRefused extends AppError {
  readonly details: object

  constructor(problems: readonly FieldProblem[]) {
    super('fieldInvalid', problems.map(({ description }) => description).join(' '))
    const fields = Map.groupBy(problems, ({ field }) => field)
    this.details = Object.fromEntries(
      [...fields].map(([field, of]) => [field, of.map(({ field: _, ...each }) => each)]),
    )
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
    const { status, sentence, isValidation } = refusalOf(known)
    if (status >= 500 && known !== error) request.log.error({ err: error }, 'request failed')
    if (known.code === 'unavailable') reply.header('retry-after', RETRY_SECONDS)
    const details = known instanceof FieldsRefused ? known.details : {}
    return reply.code(status).send(isValidation ? { error: sentence, details } : { error: sentence })
  })
}

/** How apps are told of a refusal. */
export function refusalOf({ code, message }: Pick<AppError, 'code' | 'message'>) {
  const status = FORBIDDEN.test(code) ? 403 : ERRORS[code].status
  const [, sentence] = SENTENCES.find(([pattern]) => pattern.test(code)) ?? [code, message]
  const isValidation = VALIDATION.has(status) || code === 'fieldInvalid'
  if (!isValidation) return { status, sentence, isValidation }
  return { status: 422, sentence: `Validation failed: ${sentence}`, isValidation }
}

/** @throws fieldInvalid with the first problem that there is; all else in the list is none */
export function refuseAny(problems: readonly unknown[]): void {
  const [problem] = problems.filter((each) => typeof each === 'string' && each !== '')
  if (problem !== undefined) throw new AppError('fieldInvalid', String(problem))
}

/** What this gives; or something else, if it is refused for such a reason. */
export function unlessRefused<Made, Other>(work: Promise<Made>, isSuch: (code: ErrorCode) => boolean, other: Other) {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && isSuch(error.code)) return other
    throw error
  })
}
