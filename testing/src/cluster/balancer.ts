import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { patient } from '../patience.ts'
import { ROOT } from '../run.ts'
import { findHaproxy } from '../system.ts'

export interface Balancer {
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

/** The time in which the balancer must find a node that answers, in milliseconds. */
const START_MS = patient(30_000)

/**
 * Starts HAProxy with deploy/haproxy.cfg on loopback, in front of these nodes.
 * @param folder for its configuration @param nodes three addresses
 */
export async function startBalancer(folder: string, nodes: readonly string[]): Promise<Balancer> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configurationFor(port, nodes))
  const child = spawn(findHaproxy() ?? 'haproxy', ['-db', '-f', file], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000)
  })
  const address = `http://127.0.0.1:${port}`
  const deadline = Date.now() + START_MS
  while (!(await answers(`${address}/readyz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`HAProxy did not start:\n${log}`)
    }
    await sleep(50)
  }
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

export function configurationFor(port: number, nodes: readonly string[]): string {
  const shipped = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
  const bound = shipped.replace('bind :80', `bind 127.0.0.1:${port}`)
  return nodes.reduce((text, node, index) => text.replaceAll(`quack${index + 1}:3000`, new URL(node).host), bound)
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
