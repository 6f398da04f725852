import { ERRORS, type ErrorCode } from '@quack/contract/errors'

/** The server refused, or failed: its status and what it says, the first message being the one to show. */
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

/** No answer, or none that can be read: offline, the connection broke, it took too long. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause?: unknown) {
    super('Quack cannot be reached. Check your connection and try again.', { cause })
  }
}

/** A part of this page is no longer to be had: the server has a newer release. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'

  constructor(cause?: unknown) {
    super('Quack was updated. Please load the page again.', { cause })
  }
}

/** Whether this is one of those refusals. Codes do not travel, so the catalogue's status and message stand for them. */
export function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  return (
    error instanceof ApiError &&
    codes.some((code) => error.status === ERRORS[code].status && error.message === ERRORS[code].message)
  )
}

/** What a person is told about a failure. */
export function messageOf(error: unknown): string {
  const isOurs = [ApiError, NetworkError, OutdatedError].some((kind) => error instanceof kind)
  return isOurs && error instanceof Error ? error.message : ERRORS.internal.message
}

/** Whether the caller itself gave up, which is no failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
