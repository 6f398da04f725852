import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createThread, ThreadFailure } from './thread.ts'

/**
 * It doubles numbers, a negative one after the next question, ends when it is asked to, is silent for ever from
 * 'silence' on, and throws for any other text.
 */
const PROGRAM = `
  const { parentPort } = require('node:worker_threads')
  const late = []
  parentPort.on('message', (message) => {
    if (message === 'end') return parentPort.close()
    const { id, question } = message
    if (question === 'silence') for (;;);
    if (typeof question === 'string') throw new RangeError(question)
    if (question < 0) return void late.push(message)
    for (const each of [message, ...late.splice(0)]) parentPort.postMessage({ id: each.id, answer: 2 * each.question })
  })`

function startThread() {
  const workers: Worker[] = []
  const thread = createThread<number | string, number>(() => {
    const worker = new Worker(PROGRAM, { eval: true })
    workers.push(worker)
    return worker
  })
  onTestFinished(() => thread.end())
  return { workers, ...thread }
}

test('a thread answers in the order of the questions, and starts with the first one', async () => {
  const { workers, ask } = startThread()
  expect(workers).toEqual([])
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([2, 4, 6])
  expect(await ask(4)).toBe(8)
  // Each answer is that of its question, in whatever order they come.
  expect(await Promise.all([-5, 6].map(ask))).toEqual([-10, 12])
  expect(workers).toHaveLength(1)
})

test('if it ends, all that it was asked fails with the reason, and the next question has another thread', async () => {
  const { workers, ask } = startThread()
  const answered = ask(1)
  const failed = [ask('broken'), ask(2)]
  expect(await answered).toBe(2)
  for (const outcome of await Promise.allSettled(failed)) {
    const reason = expect.objectContaining({ cause: new RangeError('broken') })
    expect(outcome).toEqual({ status: 'rejected', reason })
  }
  await expect(failed[1]).rejects.toThrow(ThreadFailure)
  expect(await ask(3)).toBe(6)
  expect(workers).toHaveLength(2)
})

test('one that is silent for a minute is ended, and what it was asked fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { workers, ask } = startThread()
  expect(await ask(1)).toBe(2)
  // It may wait for questions as long as it likes.
  vi.advanceTimersByTime(120_000)
  expect(await ask(2)).toBe(4)
  const failed = Promise.allSettled([ask('silence'), ask(3)])
  vi.advanceTimersByTime(59_000)
  const later = ask(4)
  expect(workers).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  await expect(later).rejects.toThrow(ThreadFailure)
  expect(await failed).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await expect(ask(5)).rejects.toThrow(ThreadFailure)
  await once(workers[0] as Worker, 'exit')
  expect(await ask(5)).toBe(10)
  expect(workers).toHaveLength(2)
})

test('what cannot be sent fails alone', async () => {
  const { ask } = startThread()
  const wrong = ask((() => 1) as unknown as number)
  const right = ask(5)
  await expect(wrong).rejects.toThrow('could not be cloned')
  expect(await right).toBe(10)
})

test('the end waits for what was asked, and what is asked later fails', async () => {
  const { workers, ask, end } = startThread()
  const done: string[] = []
  await Promise.all([ask(1).then(() => done.push('asked')), end().then(() => done.push('ended'))])
  expect(done).toEqual(['asked', 'ended'])
  await expect(ask(2)).rejects.toThrow(ThreadFailure)
  expect(workers).toHaveLength(1)
})
