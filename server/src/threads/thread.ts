import type { Worker } from 'node:worker_threads'

/** A thread has ended, or cannot start. What it was asked has no answer. */
export class ThreadFailure extends Error {
  constructor(cause: unknown) {
    super('A thread does not respond.', { cause })
  }
}

/** How long a thread may take for one answer, in milliseconds. */
const SILENT_MAX_MS = 60_000

/** The last message to a thread that is to end. */
export const END = 'end'

/** A question with a number, which its answer has too. */
export interface Message<Question> {
  readonly id: number
  readonly question: Question
}

export interface Reply<Answer> {
  readonly id: number
  readonly answer: Answer
}

export interface Thread<Question, Answer> {
  /** @throws ThreadFailure */
  ask(question: Question): Promise<Answer>
  /** Waits for what was asked before, and until the thread has ended. What is asked later fails. */
  end(): Promise<void>
}

/**
 * A thread that answers each message with one, in their order. It starts with the first one. If it ends, what it was
 * asked fails, and the next question starts another: nothing is repeated, for what has ended a thread would end the
 * next one too. If it is silent for too long, it is ended; until that is done, all questions fail, because a statement
 * of SQLite is not interrupted, and more threads would make it worse. While it has nothing to do, it does not keep the
 * process from ending.
 */
export function createThread<Question, Answer>(open: () => Worker): Thread<Question, Answer> {
  let worker: Worker | null = null
  let waiting = new Map<number, PromiseWithResolvers<Answer>>()
  let last = 0
  let isEnded = false
  let silence: NodeJS.Timeout | undefined
  let isStopped = false

  function failAll(reason: unknown): void {
    const failed = waiting
    waiting = new Map()
    for (const { reject } of failed.values()) reject(new ThreadFailure(reason))
  }

  function start(): Worker {
    const started = open()
    let reason: unknown = new Error('The thread has ended.')
    silence = setTimeout(() => {
      if (waiting.size === 0) return
      isStopped = true
      failAll(new Error('The thread was silent for too long.'))
      started.unref()
      void started.terminate()
    }, SILENT_MAX_MS).unref()
    started.on('message', ({ id, answer }: Reply<Answer>) => {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
      silence?.refresh()
      // At the end, somebody waits for its exit.
      if (waiting.size === 0 && !isEnded) started.unref()
    })
    // An answer that cannot be read would be waited for without an end.
    started.on('messageerror', (error) => {
      reason = error
      void started.terminate()
    })
    started.on('error', (error) => {
      reason = error
    })
    started.on('exit', () => {
      clearTimeout(silence)
      isStopped = false
      worker = null
      failAll(reason)
    })
    return started
  }

  return {
    async ask(question) {
      if (isEnded || isStopped) throw new ThreadFailure(new Error('The thread was ended.'))
      worker ??= start()
      const id = ++last
      const message: Message<Question> = { id, question }
      worker.postMessage(message)
      worker.ref()
      if (waiting.size === 0) silence?.refresh()
      const asked = Promise.withResolvers<Answer>()
      waiting.set(id, asked)
      return asked.promise
    },
    async end() {
      isEnded = true
      if (!worker) return
      // The process may have nothing else to do.
      worker.ref()
      const exit = new Promise((resolve) => worker?.once('exit', resolve))
      worker.postMessage(END)
      await exit
    },
  }
}
