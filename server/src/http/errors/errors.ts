import { ERRORS, type ErrorBody, type ErrorCode } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseFailure, isMissingReference } from '../../database/failure.ts'
import { CursorError } from '../../database/paging.ts'
import { ThreadFailure } from '../../threads/thread.ts'
import { describeProblem } from './validation.ts'

/**
 * A known refusal, thrown by its code anywhere and rendered here; for apps in client-errors.ts. Refusals before the
 * framework are rendered in before-framework.ts and broken-http.ts.
 */
export class AppError extends Error {
  readonly code: ErrorCode

  /** @param detail a more exact message than the catalogue's; never for messages that the specification fixes */
  constructor(code: ErrorCode, detail?: string) {
    super(detail ?? ERRORS[code].message)
    this.code = code
  }
}

/**
 * For calls that refuse what changes nothing.
 * @param unchanged why nothing has changed; null if something has
 * @throws it
 */
export function requireChange(unchanged: ErrorCode | null): void {
  if (unchanged !== null) throw new AppError(unchanged)
}

/** The Retry-After header of a busy server, in seconds. */
export const RETRY_SECONDS = 2

/** Our codes for the framework's refusals. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'contentTypeWrong',
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'requestMalformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bodyMalformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bodyMalformed',
  FST_ERR_BAD_URL: 'requestMalformed',
  FST_ERR_ASYNC_CONSTRAINT: 'requestMalformed',
}

/** Codes of a full disk and of an exceeded quota. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error)
    if (ERRORS[known.code].status >= 500 && known !== error) request.log.error({ err: error }, 'request failed')
    return sendError(request, reply, known)
  })
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const body: ErrorBody = { errors: [error.message], requestId: request.id }
  // Rate limits set their own Retry-After.
  if (error.code === 'unavailable') reply.header('retry-after', RETRY_SECONDS)
  return reply
    .code(ERRORS[error.code].status)
    .header(ERROR_CODE_HEADER, error.code)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

export function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (isMissingReference(error)) return new AppError('usernameUnknown')
  if (error instanceof DatabaseFailure) return new AppError(error.kind === 'full' ? 'storageFull' : 'unavailable')
  if (error instanceof ThreadFailure) return new AppError('unavailable')
  if (DISK_FULL.has(error.code)) return new AppError('storageFull')
  if (error instanceof CursorError) return new AppError('cursorInvalid')
  if (error.validation) {
    const inBody = error.validationContext === 'body'
    return new AppError(inBody ? 'fieldInvalid' : 'requestMalformed', describeProblem(error))
  }
  const code = FRAMEWORK_ERRORS[error.code]
  if (code) return new AppError(code)
  if (error.statusCode === 429) return new AppError('tooManyRequests')
  // Other client errors of the framework and of plugins have only a status.
  if (error.statusCode === 413) return new AppError('bodyTooLarge')
  if (error.statusCode === 416) return new AppError('rangeUnknown')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('requestMalformed')
  }
  return new AppError('internal')
}
