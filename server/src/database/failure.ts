/** What can befall an engine that is in order: it is away for a while, or its disk is full. Both pass. */
export type FailureKind = 'unavailable' | 'full'

/** The engine did not do what it was asked; nothing of it was acknowledged. */
export class DatabaseFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, cause: unknown) {
    super(kind === 'full' ? 'The disk of the database is full.' : 'The database does not answer.', { cause })
    this.kind = kind
  }
}

/** The failure that an error of the driver means, or the error itself. */
export function asFailure(error: unknown, kindOf: (error: unknown) => FailureKind | null): unknown {
  const kind = kindOf(error)
  return kind === null ? error : new DatabaseFailure(kind, error)
}
