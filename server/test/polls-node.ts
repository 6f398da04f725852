import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { DatabaseLocation } from '../src/database/open/open.ts'

const PROCESS = fileURLToPath(new URL('polls-node.process.ts', import.meta.url))

export interface PollsNode {
  /** The polls whose runs have begun here. */
  readonly begun: readonly number[]
  /** Moves its clock on. */
  advance(ms: number): void
  /** Ends it as a loss of power does. Resolves when it has ended. */
  kill(): Promise<void>
}

/** Starts a node that ends polls, in a process of its own. @param kind whether its runs never end */
export function startPollsNode(place: DatabaseLocation, kind: 'usual' | 'stuck'): PollsNode {
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
