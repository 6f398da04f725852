import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { MediaRefusal } from '../decoding/media-refusal.ts'
import { JOBS, type JobReport, type JobRequest } from './jobs.ts'

/**
 * A separate process that decodes uploads of strangers. A failure in a decoder ends only this process. Its environment
 * contains no secrets, and it has a lower priority than the server.
 */

/** Resident memory at which the process ends itself, in bytes. Large pictures are refused by their headers before. */
const RSS_MAX = 240 * 1_048_576
const WATCH_MS = 50
const PRIORITY = 5

setPriority(PRIORITY)
// Node writes the compile cache at a normal exit, but a worker is always killed.
flushCompileCache()

// The decoders of pictures run on threads of their own, so this timer runs during a job.
setInterval(() => {
  if (process.memoryUsage.rss() > RSS_MAX) endAtOnce()
}, WATCH_MS)

process.on('message', (order: JobRequest) => {
  void carryOut(order).then((report) =>
    process.send?.({ ...report, rss: process.memoryUsage.rss() } satisfies JobReport),
  )
})
// Without its server the process has no work. The server may have ended while this process was loading.
process.on('disconnect', endAtOnce)
if (!process.connected) endAtOnce()

/**
 * Avoids process.exit(), which waits for V8's compiler thread. That thread may wait for this one to collect garbage,
 * and the process would hang. There is nothing to clean up.
 */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

async function carryOut({ job, input }: JobRequest) {
  try {
    // The types of worker-pool.ts guarantee the input's shape.
    return { result: await JOBS[job](input as never) }
  } catch (error) {
    if (error instanceof MediaRefusal) return { refused: error.code }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
