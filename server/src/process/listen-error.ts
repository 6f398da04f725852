/** What the operator can do, by error code. */
const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses that port. Set PORT to another one.',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one that it has.',
  ENOTFOUND: 'there is no such host name. Set HOST to an address or name of this machine.',
  EAI_AGAIN: 'the name could not be looked up. Set HOST to an address of this machine.',
  EACCES: 'ports below 1024 need special rights. Set PORT to 1024 or more.',
}

/** The server could not listen. The message says what to do. */
export class ListenError extends Error {}

/** @param error of listening. @returns a ListenError; the same error if there is no advice for it */
export function asListenError(error: unknown): unknown {
  const advice = error instanceof Error && 'code' in error ? ADVICE[String(error.code)] : undefined
  return advice ? new ListenError(`${(error as Error).message}: ${advice}`, { cause: error }) : error
}
