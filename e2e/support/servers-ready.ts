import { setTimeout as sleep } from 'node:timers/promises'
import type { FullConfig } from '@playwright/test'
import { patient } from '@quack/testing/patience'

/**
 * Waits until the servers of all projects are ready. Playwright starts one after the other if it waits for each, which
 * leaves a processor idle.
 */
export default async function waitForServers({ projects }: FullConfig): Promise<void> {
  const deadline = Date.now() + patient(120_000)
  for (const address of new Set(projects.flatMap(({ use }) => use.baseURL ?? []))) {
    while (!(await isReady(address))) {
      if (Date.now() > deadline) throw new Error(`${address} did not become ready.`)
      await sleep(50)
    }
  }
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
