import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startServerProcess } from '@quack/testing/server-process'
import { phonePhoto } from './pictures.ts'
import { signUpAt } from './sign-up-at.ts'
import { memoryOf, memoryOfTree } from './watch.ts'

/**
 * `npm run bench:media`: fifty photos of 12 megapixels, each another, sent at once to a server with the demo, while a
 * member goes on reading feeds. Ends by itself; fails when an upload does, or reads take longer than they may.
 */

const UPLOADS = 50
const READ_P99_MAX = 50
/** How long reads are measured without uploads, in milliseconds. */
const ALONE = 3_000

const directory = await mkdtemp(join(tmpdir(), 'quack-load-'))
const server = startServerProcess({ DATA_DIR: directory, LOG_LEVEL: 'error' })
const address = await server.ready
const pid = server.child.pid ?? 0
const token = await signUpAt(address)
const headers = { authorization: token }
const photo = await phonePhoto()

const reader = new Worker(new URL('read-feeds.ts', import.meta.url), { workerData: { address, token } })
await wait(ALONE)
const idle = await takeReads()
const before = memoryOf(pid)
let memory = 0
const start = performance.now()
const times = await Promise.all(
  Array.from({ length: UPLOADS }, async (_, index) => {
    const form = new FormData()
    // Bytes after the end of the picture make it a different upload that needs the same work.
    form.append('file', new File([new Uint8Array(photo), String(index)], 'photo.jpg'))
    const response = await fetch(`${address}/api/media`, { method: 'POST', body: form, headers })
    await response.arrayBuffer()
    memory = Math.max(memory, memoryOfTree(pid))
    return { status: response.status, took: performance.now() - start }
  }),
)
const reads = await takeReads()
await reader.terminate()
server.child.kill('SIGTERM')
await server.ended
await rm(directory, { recursive: true })

const failed = times.filter(({ status }) => status !== 201).length
const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const describe = (list: number[]) => {
  const sorted = list.toSorted((a, b) => a - b)
  return [0.5, 0.95, 0.99, 1].map((part) => `${at(sorted, part).toFixed(1)}`).join(' / ')
}
const p99 = at(
  reads.toSorted((a, b) => a - b),
  0.99,
)
console.log(
  `${UPLOADS} uploads of ${(photo.length / 1_048_576).toFixed(1)} MB: ${failed} failed, all done in ${((performance.now() - start) / 1_000).toFixed(1)} s, ${Math.round((memory - before) / 1_048_576)} MB more at most`,
)
console.log(
  `feed reads in ms, p50 / p95 / p99 / most: alone ${describe(idle)}; meanwhile ${describe(reads)} of ${reads.length}`,
)
process.exit(failed === 0 && p99 < READ_P99_MAX ? 0 : 1)

/** The durations of the reads since the last call, in milliseconds. */
async function takeReads(): Promise<number[]> {
  reader.postMessage('take')
  const [taken] = (await once(reader, 'message')) as [number[]]
  return taken
}
