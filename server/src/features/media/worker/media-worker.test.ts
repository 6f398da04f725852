import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

const ENTRY = fileURLToPath(new URL('media-worker.ts', import.meta.url))

test.each([0, 30, 100, 300])('a worker whose server dies %i ms after it began ends as well', async (ms) => {
  const script = `
    require('node:child_process').fork(${JSON.stringify(ENTRY)}, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`
  const server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'] })
  // The worker has the other end of this pipe as well: it closes when both have ended.
  server.stderr.resume()
  await once(server, 'close')
})
