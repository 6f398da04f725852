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

/** PostgreSQL's code for a statement that ran too long and was cancelled. */
const CANCELLED = '57014'

/** Whether a statement was ended because it took longer than its limit. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANCELLED
}

/** The engines' codes for a foreign key violation. */
const MISSING = { postgres: '23503', sqlite: 787 } as const

/**
 * Whether a write failed because a row that it references is gone. Transactions lock the posts, comments and followed
 * members that they reference. So the missing row is that of the viewer, whose account was removed during the request.
 */
export function isMissingReference(error: object): boolean {
  return (
    ('code' in error && error.code === MISSING.postgres) || ('errcode' in error && error.errcode === MISSING.sqlite)
  )
}

/** What the operator should know about the data when a server starts. The message says all of it. */
export class StartWarning extends Error {}
