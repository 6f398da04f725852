import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../http/errors.ts'
import type { Order, Report } from './messages.ts'

const ENTRY = fileURLToPath(new URL('media-worker.ts', import.meta.url))
/** A job that takes longer is ended with its process, in milliseconds: a bound on what hangs, not on a busy machine. */
const JOB_MS = 45_000
/** A worker that has nothing to do for so long is ended, in milliseconds. */
const IDLE_MS = 30_000
/** After a job that left more memory in use than this, in bytes, the next one gets a fresh process. */
const RETIRE_RSS = 110 * 1_048_576

export interface WorkerProcess {
  /** One job at a time. @throws AppError with the refusal, or Error for what is our fault */
  run(order: Order): Promise<unknown>
  /** Starts the process before there is a job. */
  warm(): void
  /** Ends the process; the next job starts another. Only between jobs. */
  rest(): void
  close(): void
}

/** A worker that is started when it is needed and ends when it is not. */
export function createWorkerProcess(): WorkerProcess {
  let child: ChildProcess | null = null
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const { PATH = '' } = process.env
    // With the compile cache a worker starts in half the CPU time. The server may run without one.
    const cache = getCompileCacheDir()
    const started = fork(ENTRY, {
      // Neither the flags of this process nor its environment, which holds secrets.
      execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
      // Few heaps: what is freed by one thread is used by the next.
      env: { PATH, MALLOC_ARENA_MAX: '2', ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = null
    })
    return started
  }

  function stop(): void {
    clearTimeout(idle)
    if (child?.connected) child.disconnect()
    child = null
  }

  return {
    run(order) {
      clearTimeout(idle)
      child ??= start()
      const worker = child
      hold(worker, true)
      return new Promise((resolve, reject) => {
        const slow = setTimeout(() => worker.kill('SIGKILL'), JOB_MS)
        const settle = () => {
          clearTimeout(slow)
          worker.off('message', finish).off('exit', fail).off('error', fail)
          hold(worker, false)
        }
        const finish = (message: unknown) => {
          settle()
          const report = message as Report
          if (report.rss > RETIRE_RSS) stop()
          else idle = setTimeout(stop, IDLE_MS).unref()
          if ('refused' in report) reject(new AppError(report.refused))
          else if ('failed' in report) reject(new Error(report.failed))
          else resolve(report.result)
        }
        const fail = (_code: unknown, signal?: unknown) => {
          settle()
          if (child === worker) child = null
          // Killed: by us for its time, by itself or the system for its memory. Anything else is a decoder that broke down.
          const isTooDemanding = signal === 'SIGKILL'
          reject(new AppError(isClosed ? 'unavailable' : isTooDemanding ? 'mediaTooDemanding' : 'mediaUnreadable'))
        }
        worker.on('message', finish).once('exit', fail).once('error', fail)
        worker.send(order, (error) => error && fail(error))
      })
    },
    warm() {
      if (child !== null || isClosed) return
      child = start()
      hold(child, false)
      idle = setTimeout(stop, IDLE_MS).unref()
    },
    rest: stop,
    close() {
      isClosed = true
      const worker = child
      stop()
      worker?.kill('SIGKILL')
    },
  }
}

/** A worker without a job must not keep the server from ending. */
function hold(worker: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    worker.ref()
    worker.channel?.ref()
  } else {
    worker.unref()
    worker.channel?.unref()
  }
}
