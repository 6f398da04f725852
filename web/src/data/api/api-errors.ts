import { t } from '@lingui/core/macro'
import { CLIENT_ERRORS } from '@quack/contract/errors/client-errors'
import type { ErrorCode } from '@quack/contract/errors/errors'
import { translate } from '../../locale/messages.ts'

/** An error response of the server: its status, code and messages. `messageOf` says which text is shown. */
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

/** No response, an unreadable one, or that of a proxy that cannot reach the server. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause?: unknown) {
    super('No answer', { cause })
  }
}

/** A lazy-loaded chunk could not be loaded, and the server has a newer release. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'

  constructor(cause?: unknown) {
    super('Outdated', { cause })
  }
}

/** The browser has made or used no passkey. The message is for the member. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'

  constructor(message: string, cause: unknown) {
    super(message, { cause })
  }
}

/** What a refusal says that the client itself makes. */
export function refusalText(code: keyof typeof CLIENT_ERRORS): string {
  return translated(code, CLIENT_ERRORS[code].message)
}

/**
 * The wire has English texts, which may be more exact than the catalogue's. Other languages have one for each code, or
 * show the English one.
 */
export function translated(code: string | null, english: string): string {
  return translate({ id: `refusal.${code}`, message: english })
}

/** Whether the server refused with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code
}

/** The text to show for an error. */
export function messageOf(error: unknown): string {
  // Not when it is made: the first requests may fail before the language has loaded.
  if (error instanceof NetworkError) return t`Quack cannot be reached. Check your connection and try again.`
  if (error instanceof OutdatedError) return t`Quack was updated. Please load the page again.`
  if (error instanceof PasskeyError) return error.message
  if (!(error instanceof ApiError)) return refusalText('internal')
  const [english] = error.errors
  if (english !== undefined) return translated(error.code, english)
  return error.status === 429 ? t`Too many requests. Please wait a moment and try again.` : refusalText('internal')
}

/** Whether the caller cancelled the request, or the viewer has changed meanwhile. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
