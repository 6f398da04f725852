import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Reads a feed repeatedly on a thread of its own, so that the cost of sending the uploads is not measured. */

const READ_EVERY = 20

const { address, token } = workerData as { address: string; token: string }
let taken: number[] = []
parentPort?.on('message', () => {
  parentPort?.postMessage(taken)
  taken = []
})
while (true) {
  const start = performance.now()
  const response = await fetch(`${address}/api/explore?limit=20&embed=0`, { headers: { authorization: token } })
  await response.arrayBuffer()
  taken.push(performance.now() - start)
  await wait(READ_EVERY)
}
