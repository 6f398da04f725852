import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { DatabaseLocation } from '../src/database/open/open.ts'

const PROCESS = fileURLToPath(new URL('raffles-node.process.ts', import.meta.url))

export interface RafflesNode {
  /** The raffles whose runs have begun here. */
  readonly begun: readonly number[]
  /** Moves its clock on. */
  advance(ms: number): void
  /** Ends it as a loss of power does. Resolves when it has ended. */
  kill(): Promise<void>
}

/** Starts a node that ends raffles, in a process of its own. @param kind whether its runs never end */
export function startRafflesNode(place: DatabaseLocation, kind: 'usual' | 'stuck'): RafflesNode {
  const child = fork(PROCESS, [JSON.stringify(place), kind], { execArgv: [] })
  const exit = once(child, 'exit')
  const begun: number[] = []
  child.on('message', (key) => begun.push(Number(key)))
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  onTestFinished(kill)
  return { begun, kill, advance: (ms) => child.send(ms) }
}
