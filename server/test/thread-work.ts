import { createHook } from 'node:async_hooks'

/** Names of the work that Node gives to threads. That of native modules has no name: here, the hashes of passwords. */
const KINDS = { undefined: 'passwordHashes', HASHREQUEST: 'digests', SIGNREQUEST: 'signatures' } as const

export type ThreadWork = Record<(typeof KINDS)[keyof typeof KINDS], number>

/**
 * Counts what a call gives to threads. That is nearly all of the time that a sign-in takes, and unlike the time it does
 * not depend on the machine. Nothing else may run meanwhile.
 */
export async function countThreadWork(call: () => Promise<unknown>): Promise<ThreadWork> {
  const work: ThreadWork = { passwordHashes: 0, digests: 0, signatures: 0 }
  const hook = createHook({
    init(_id, kind) {
      const name = KINDS[kind as keyof typeof KINDS]
      if (name !== undefined) work[name]++
    },
  })
  hook.enable()
  try {
    await call()
  } finally {
    hook.disable()
  }
  return work
}
