import { ERRORS, type ErrorCode } from '@quack/contract/errors'

/** An error response of the server: its status and messages. The first message is the one to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: readonly string[]
  readonly requestId: string | null

  constructor(status: number, errors: readonly string[], requestId: string | null) {
    super(errors[0] ?? ERRORS.internal.message)
    this.status = status
    this.errors = errors
    this.requestId = requestId
  }
}

/** No response, or an unreadable one: offline, broken connection, timeout. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause?: unknown) {
    super('Quack cannot be reached. Check your connection and try again.', { cause })
  }
}

/** A lazy-loaded chunk no longer exists: the server has a newer release. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'

  constructor(cause?: unknown) {
    super('Quack was updated. Please load the page again.', { cause })
  }
}

/** Whether an error has one of these codes. A response carries no code, so status and message are compared. */
export function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  return (
    error instanceof ApiError &&
    codes.some((code) => error.status === ERRORS[code].status && error.message === ERRORS[code].message)
  )
}

/** The text to show for an error. */
export function messageOf(error: unknown): string {
  const isOurs = [ApiError, NetworkError, OutdatedError].some((kind) => error instanceof kind)
  return isOurs && error instanceof Error ? error.message : ERRORS.internal.message
}

/** Whether the caller cancelled the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
