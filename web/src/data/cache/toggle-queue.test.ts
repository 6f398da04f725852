import { describe, expect, it, vi } from 'vitest'
import { createToggleQueue } from './toggle-queue.ts'

class Already extends Error {}

/** A toggle queue whose requests the test resolves or rejects. */
function arrange() {
  const shown: boolean[] = []
  const sent: boolean[] = []
  const refused: unknown[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const queue = createToggleQueue<string, boolean>({
    keyOf: (subject) => subject,
    show: (_, value) => shown.push(value),
    send: (_, value) => {
      sent.push(value)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    isAlready: (error) => error instanceof Already,
    onRefused: (error) => refused.push(error),
  })
  return { queue, shown, sent, refused, answers }
}

describe('toggle queue', () => {
  it('shows the intent before the response', async () => {
    const { queue, shown, sent, answers } = arrange()
    const done = queue.set('post', false, true)
    expect(shown).toEqual([true])
    expect(sent).toEqual([true])
    answers[0]?.resolve()
    await done
  })

  it('keeps an intent until late responses to earlier reads have arrived', async () => {
    vi.useFakeTimers()
    const { queue, answers } = arrange()
    const done = queue.set('post', false, true)
    expect(queue.intent('post')).toBe(true)
    answers[0]?.resolve()
    await done
    expect(queue.intent('post')).toBe(true)
    vi.advanceTimersByTime(5_000)
    expect(queue.intent('post')).toBeUndefined()
    vi.useRealTimers()
  })

  it('drops a refused intent', async () => {
    const { queue, answers } = arrange()
    const done = queue.set('post', false, true)
    answers[0]?.reject(new Error('no'))
    await done
    expect(queue.intent('post')).toBeUndefined()
  })

  it('is not kept as an intent after an event that is newer', async () => {
    const { queue, answers } = arrange()
    const done = queue.set('post', false, true)
    queue.forget('post')
    expect(queue.intent('post')).toBe(true)
    answers[0]?.resolve()
    await done
    expect(queue.intent('post')).toBe(true)
    queue.forget('post')
    expect(queue.intent('post')).toBeUndefined()
  })

  it('sends nothing more if rapid taps end at the value of the server', async () => {
    const { queue, sent, answers } = arrange()
    const done = queue.set('post', false, true)
    void queue.set('post', true, false)
    void queue.set('post', false, true)
    answers[0]?.resolve()
    await done
    expect(sent).toEqual([true])
  })

  it('sends the last intent if it differs from the confirmed value', async () => {
    const { queue, sent, answers } = arrange()
    const done = queue.set('post', false, true)
    void queue.set('post', true, false)
    answers[0]?.resolve()
    await Promise.resolve()
    await Promise.resolve()
    answers[1]?.resolve()
    await done
    expect(sent).toEqual([true, false])
  })

  it('rolls back and reports a refused intent', async () => {
    const { queue, shown, refused, answers } = arrange()
    const done = queue.set('post', false, true)
    const error = new Error('no')
    answers[0]?.reject(error)
    await done
    expect(shown).toEqual([true, false])
    expect(refused).toEqual([error])
  })

  it('reports nothing if the server already has the value', async () => {
    const { queue, shown, refused, answers } = arrange()
    const done = queue.set('post', false, true)
    answers[0]?.reject(new Already())
    await done
    expect(shown).toEqual([true])
    expect(refused).toEqual([])
  })

  it('reports no refusal that a later tap has made irrelevant', async () => {
    const { queue, shown, sent, refused, answers } = arrange()
    const done = queue.set('post', false, true)
    void queue.set('post', true, false)
    answers[0]?.reject(new Error('no'))
    await done
    expect(sent).toEqual([true])
    expect(shown).toEqual([true, false])
    expect(refused).toEqual([])
  })

  it('queues each subject separately', async () => {
    const { queue, sent, answers } = arrange()
    const both = Promise.all([queue.set('a', false, true), queue.set('b', true, false)])
    expect(sent).toEqual([true, false])
    for (const answer of answers) answer.resolve()
    await both
  })
})
