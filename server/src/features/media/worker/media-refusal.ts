import type { ErrorCode } from '@quack/contract'

/** Why a file is not taken, found out by the worker: it travels to the server by its code. */
export class MediaRefusal extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}
