import type { LoggerOptions } from 'pino'

/**
 * What the log holds of an error: enough to find its cause, and none of the properties that drivers put beside it,
 * for those name the values of rows (`detail: Key (email)=(…) already exists`).
 */
export const LOG_OPTIONS: LoggerOptions = {
  serializers: { err: describeError },
  // Plugins log headers where one looks for their faults.
  redact: ['req.headers', 'busboyOptions.headers'],
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string | undefined
  readonly cause?: LoggedError
}

function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}
