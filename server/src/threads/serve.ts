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
