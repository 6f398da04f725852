import { CLIENT_ERRORS } from '@quack/contract/errors/client-errors'
import type { ErrorCode } from '@quack/contract/errors/errors'

/** An error response of the server: its status, code and messages. The first message is the one to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Null if a proxy in front of the server answered. */
  readonly code: string | null
  readonly errors: readonly string[]
  readonly requestId: string | null

  constructor(status: number, code: string | null, errors: readonly string[], requestId: string | null) {
    super(errors[0] ?? CLIENT_ERRORS.internal.message)
    this.status = status
    this.code = code
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

/** The browser has made or used no passkey. The message is for the member. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'

  constructor(message: string, cause: unknown) {
    super(message, { cause })
  }
}

/** Whether the server refused with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code
}

/** The text to show for an error. */
export function messageOf(error: unknown): string {
  const isOurs = [ApiError, NetworkError, OutdatedError, PasskeyError].some((kind) => error instanceof kind)
  return isOurs && error instanceof Error ? error.message : CLIENT_ERRORS.internal.message
}

/** Whether the caller cancelled the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
