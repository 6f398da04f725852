import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { letRequestsGoFirst } from '../../threads/serve.ts'
import type { CheckpointerData, CheckpointerMessage } from './checkpoints.ts'

/**
 * The thread of createCheckpoints. Its checkpoints are passive: they wait for nobody, and nobody waits for them. The
 * next commit resets the WAL if everything in it has been written back. So what was committed meanwhile is written back
 * in further passes; each has less to do than the one before.
 */
const PASSES_MAX = 5

letRequestsGoFirst(10)

const { file, synchronous } = workerData as CheckpointerData
const database = new DatabaseSync(file)
database.exec(`pragma synchronous = ${synchronous}`)
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', (message: CheckpointerMessage) => {
  if (message === 'end') {
    database.close()
    parentPort?.close()
    return
  }
  for (let pass = 0; pass < PASSES_MAX && !isComplete(); pass++);
  parentPort?.postMessage(null)
})

/** Writes back what it can. */
function isComplete(): boolean {
  const { log, checkpointed } = checkpoint.get() as { log: number; checkpointed: number }
  return checkpointed === log
}
