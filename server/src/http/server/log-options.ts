import type { LoggerOptions } from 'pino'

/**
 * Logs only what helps to find the cause of an error. Other properties of drivers' errors are left out, because they
 * contain values of rows (`detail: Key (email)=(…) already exists`).
 */
export const LOG_OPTIONS: LoggerOptions = {
  serializers: { err: describeError },
  // Plugins log headers at debug level.
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
