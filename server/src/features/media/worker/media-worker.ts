import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { JOBS } from './jobs.ts'
import { MediaRefusal } from './media-refusal.ts'
import { EXIT_TOO_DEMANDING, type Order, type Report } from './messages.ts'

/**
 * A process of its own that decodes what strangers send. What goes wrong in a decoder ends this process and nothing
 * else; its environment holds no secrets; it yields to whatever answers requests.
 */

/** Resident memory at which it gives up, in bytes. Pictures are judged by their headers long before. */
const RSS_MAX = 240 * 1_048_576
const WATCH_MS = 50
const PRIORITY = 5

const server = process.ppid
setPriority(PRIORITY)
// Node writes the cache at a normal exit; a worker is often killed before.
flushCompileCache()

// The decoders work on threads of their own: this timer runs while they do.
setInterval(() => {
  if (process.memoryUsage.rss() > RSS_MAX) process.exit(EXIT_TOO_DEMANDING)
  // The event below may have come while this was being loaded.
  if (!process.connected || process.ppid !== server) process.exit()
}, WATCH_MS)

process.on('message', (order: Order) => {
  void carryOut(order).then((report) => process.send?.({ ...report, rss: process.memoryUsage.rss() } satisfies Report))
})
// Without a server there is nobody to work for.
process.on('disconnect', () => process.exit())

async function carryOut({ job, input }: Order) {
  try {
    // The server asks for what its types allow; see worker-pool.ts.
    return { result: await JOBS[job](input as never) }
  } catch (error) {
    if (error instanceof MediaRefusal) return { refused: error.code }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
