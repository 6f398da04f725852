import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections and to servers that ask for any, so that none takes it before it is
 * used, or between two uses. Above those that browsers refuse.
 */
const FIRST = 11_000
const LAST = 32_000

/** A TCP port on loopback that is free at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  } catch {
    return false
  }
  await new Promise((resolve) => server.close(resolve))
  return true
}
