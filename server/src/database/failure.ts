/** Temporary failures: the database is unreachable, its disk is full, or another process holds a lock. */
export type FailureKind = 'unavailable' | 'full' | 'locked'

const MESSAGES: Readonly<Record<FailureKind, string>> = {
  unavailable: 'The database does not respond.',
  full: 'The disk of the database is full.',
  locked: 'The database is locked by another process.',
}

/** A statement failed for a temporary reason. After a failed commit, it is unknown whether the changes are stored. */
export class DatabaseFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, cause: unknown) {
    super(MESSAGES[kind], { cause })
    this.kind = kind
  }
}

/** Converts a driver's error to a DatabaseFailure if it is one; other errors are returned unchanged. */
export function asFailure(error: unknown, kindOf: (error: unknown) => FailureKind | null): unknown {
  const kind = kindOf(error)
  return kind === null ? error : new DatabaseFailure(kind, error)
}
