import type { Worker } from 'node:worker_threads'

/** A thread has ended, or cannot start. What it was asked has no answer. */
export class ThreadFailure extends Error {
  constructor(cause: unknown) {
    super('A thread does not respond.', { cause })
  }
}

/** A thread that has answered nothing for so long is ended. No question takes a tenth of it. */
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
 * A thread that answers each message with one, in their order. It starts with the first one. If it ends, or is silent for
 * SILENT_MAX_MS, what it was asked fails, and the next question starts another: nothing is repeated, for what has ended a
 * thread would end the next one too. While it has nothing to do, it does not keep the process from ending.
 */
export function createThread<Question, Answer>(open: () => Worker): Thread<Question, Answer> {
  let current: { readonly worker: Worker; ask(question: Question): Promise<Answer> } | null = null
  let last = 0
  let isEnded = false

  function start() {
    const worker = open()
    const waiting = new Map<number, PromiseWithResolvers<Answer>>()
    const silence = setTimeout(() => stop(new Error('The thread was silent for too long.')), SILENT_MAX_MS).unref()
    const started = {
      worker,
      ask(question: Question) {
        const id = ++last
        const message: Message<Question> = { id, question }
        worker.postMessage(message)
        worker.ref()
        if (waiting.size === 0) silence.refresh()
        const asked = Promise.withResolvers<Answer>()
        waiting.set(id, asked)
        return asked.promise
      },
    }
    function fail(reason: unknown): void {
      clearTimeout(silence)
      if (current === started) current = null
      for (const { reject } of waiting.values()) reject(new ThreadFailure(reason))
      waiting.clear()
    }
    /** A statement of SQLite ends before its thread does, so nobody waits for that. */
    function stop(reason: unknown): void {
      if (waiting.size === 0) return
      fail(reason)
      void worker.terminate()
    }
    worker.on('message', ({ id, answer }: Reply<Answer>) => {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
      silence.refresh()
      // At the end, somebody waits for its exit.
      if (waiting.size === 0 && !isEnded) worker.unref()
    })
    // An answer that cannot be read would be waited for without an end.
    worker.on('messageerror', stop)
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The thread has ended.')))
    return started
  }

  return {
    async ask(question) {
      if (isEnded) throw new ThreadFailure(new Error('The thread was ended.'))
      current ??= start()
      return current.ask(question)
    },
    async end() {
      isEnded = true
      if (!current) return
      const { worker } = current
      // The process may have nothing else to do.
      worker.ref()
      const exit = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage(END)
      await exit
    },
  }
}
