import type { ErrorCode } from '@quack/contract'

/** A refusal that the worker decides. Its code is sent to the server. */
export class MediaRefusal extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}
