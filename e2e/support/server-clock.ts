import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The clock of a server of a test's own, which the test moves. */
export interface ServerClock {
  /** The environment that makes the server use it. */
  readonly environment: Record<string, string>
  now(): number
  /** From then on, the server tells the new time. */
  moveBy(ms: number): Promise<void>
  remove(): Promise<void>
}

export async function makeServerClock(): Promise<ServerClock> {
  const directory = await mkdtemp(join(tmpdir(), 'quack-clock-'))
  const file = join(directory, 'ahead')
  let ahead = 0
  await writeFile(file, '0')
  return {
    environment: { CLOCK_FILE: file, NODE_OPTIONS: `--import=${new URL('moved-clock.mjs', import.meta.url).href}` },
    now: () => Date.now() + ahead,
    async moveBy(ms) {
      ahead += ms
      // In one step: the server must not read a file that is still empty, which means no time.
      await writeFile(`${file}.next`, String(ahead))
      await rename(`${file}.next`, file)
    },
    remove: () => rm(directory, { recursive: true }),
  }
}
