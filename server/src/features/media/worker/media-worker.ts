import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { JOBS } from './jobs.ts'
import { MediaRefusal } from './media-refusal.ts'
import type { Order, Report } from './messages.ts'

/**
 * A process of its own that decodes what strangers send. What goes wrong in a decoder ends this process and nothing
 * else; its environment holds no secrets; it yields to whatever answers requests.
 */

/** Resident memory at which it gives up, in bytes. Pictures are judged by their headers long before. */
const RSS_MAX = 240 * 1_048_576
const WATCH_MS = 50
const PRIORITY = 5

setPriority(PRIORITY)
// Node writes the cache at a normal exit, which a worker does not have.
flushCompileCache()

// The decoders work on threads of their own: this timer runs while they do.
setInterval(() => {
  if (process.memoryUsage.rss() > RSS_MAX) endAtOnce()
}, WATCH_MS)

process.on('message', (order: Order) => {
  void carryOut(order).then((report) => process.send?.({ ...report, rss: process.memoryUsage.rss() } satisfies Report))
})
// Without a server there is nobody to work for. It may have gone while this process was loading.
process.on('disconnect', endAtOnce)
if (!process.connected) endAtOnce()

/**
 * Not by process.exit(): that waits for V8's compiler thread, which may wait for this thread to collect garbage. The
 * process would stay for good. There is nothing to put in order.
 */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

async function carryOut({ job, input }: Order) {
  try {
    // The server asks for what its types allow; see worker-pool.ts.
    return { result: await JOBS[job](input as never) }
  } catch (error) {
    if (error instanceof MediaRefusal) return { refused: error.code }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
