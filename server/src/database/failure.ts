/** What can befall an engine that is in order: it is away, its disk is full, or another process locks it. All pass. */
export type FailureKind = 'unavailable' | 'full' | 'locked'

const MESSAGES: Readonly<Record<FailureKind, string>> = {
  unavailable: 'The database does not answer.',
  full: 'The disk of the database is full.',
  locked: 'Another process keeps the database locked.',
}

/** The engine did not do what it was asked; nothing of it was acknowledged. */
export class DatabaseFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, cause: unknown) {
    super(MESSAGES[kind], { cause })
    this.kind = kind
  }
}

/** The failure that an error of the driver means, or the error itself. */
export function asFailure(error: unknown, kindOf: (error: unknown) => FailureKind | null): unknown {
  const kind = kindOf(error)
  return kind === null ? error : new DatabaseFailure(kind, error)
}
