import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { END, type Message, type Reply } from './thread.ts'

/**
 * The other side of createThread: answers each question. An exception ends the thread.
 * @param end is called before the thread ends as it was asked to
 */
export function serve<Question, Answer>(
  answer: (question: Question) => Answer,
  end: () => void = () => undefined,
): void {
  parentPort?.on('message', (message: Message<Question> | typeof END) => {
    if (message === END) {
      end()
      parentPort?.close()
      return
    }
    const reply: Reply<Answer> = { id: message.id, answer: answer(message.question) }
    parentPort?.postMessage(reply)
  })
}

/**
 * Lowers the priority of the thread that calls it: where it has the same processor as the one that answers requests,
 * those go first. On other systems than Linux nothing changes.
 * @param niceness with 10, it gets a tenth of what requests get; with 15, a thirtieth
 */
export function letRequestsGoFirst(niceness: 10 | 15): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {}
}
