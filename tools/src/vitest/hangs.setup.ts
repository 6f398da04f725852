import { afterAll, afterEach, aroundAll, aroundEach, inject } from 'vitest'

/**
 * Vitest ends a test or a hook that hangs, but waits without a limit until fixtures have ended: a server that does not
 * close would hold the whole run. The hooks of a setup file are around all others, so fixtures end right after its last
 * ones.
 */

// Tests replace those of the global object.
const { setTimeout, clearTimeout } = globalThis

let hasHung = false

function limitEnd(owner: string) {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timeout = inject('fixtureTimeout')
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    begin(): void {
      timer = setTimeout(() => {
        hasHung = true
        reject(new Error(`The fixtures of this ${owner} have not ended within ${timeout} ms.`))
      }, timeout)
    },
    async during(run: () => Promise<void>): Promise<void> {
      await Promise.race([run(), late]).finally(() => clearTimeout(timer))
    },
  }
}

const file = limitEnd('file')
aroundAll((runFile) => file.during(runFile))
afterAll(file.begin)

let test = limitEnd('test')
aroundEach(async (runTest, { signal }) => {
  // The others may wait for the same, each until its timeout.
  if (hasHung) throw new Error('It was not run, because a test before it in this file has hung.')
  test = limitEnd('test')
  await test.during(runTest)
  hasHung ||= signal.aborted
})
afterEach(() => test.begin())
