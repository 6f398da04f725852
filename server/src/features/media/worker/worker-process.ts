import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../http/errors/errors.ts'
import type { JobReport, JobRequest } from './jobs.ts'

const ENTRY = fileURLToPath(new URL('media-worker.ts', import.meta.url))
/** After this time a job is killed with its process, in milliseconds. The limit is meant for hanging jobs. */
const JOB_MS = 45_000
/** An idle worker is ended after this time, in milliseconds. */
const IDLE_MS = 30_000
/** After a job that left the process with more memory than this, in bytes, the next job gets a new process. */
const RETIRE_RSS = 96 * 1_048_576
/**
 * Fewer arenas, so that threads reuse each other's freed memory. What is larger than the threshold goes back to the
 * system as soon as it is freed: by default glibc raises it, and a job began with 30 MB that earlier ones had left.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' } as const

export interface WorkerProcess {
  /** Runs one job at a time. @throws AppError with the refusal, or Error for a bug */
  run(order: JobRequest): Promise<unknown>
  /** Starts the process before there is a job. */
  warm(): void
  /** Ends the process; the next job starts another. Must not be called during a job. */
  rest(): void
  close(): void
}

/** A worker process that is started on demand and ended when it is idle. */
export function createWorkerProcess(): WorkerProcess {
  let child: ChildProcess | null = null
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const { PATH = '' } = process.env
    // With the compile cache a worker starts in half the CPU time. The server itself may run without one.
    const cache = getCompileCacheDir()
    const started = fork(ENTRY, {
      // The flags and the environment of the server are not passed on: the environment holds secrets.
      execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
      env: { PATH, ...MALLOC, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
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
          const report = message as JobReport
          if (report.rss > RETIRE_RSS) stop()
          else idle = setTimeout(stop, IDLE_MS).unref()
          if ('refused' in report) reject(new AppError(report.refused))
          else if ('failed' in report) reject(new Error(report.failed))
          else resolve(report.result)
        }
        const fail = (_code: unknown, signal?: unknown) => {
          settle()
          if (child === worker) child = null
          // SIGKILL: its time or its memory was exceeded. Anything else is a crash of a decoder.
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

/** An idle worker must not keep the server process alive. */
function hold(worker: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    worker.ref()
    worker.channel?.ref()
  } else {
    worker.unref()
    worker.channel?.unref()
  }
}
