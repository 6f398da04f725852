import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { NetworkError } from '../api/api-errors.ts'
import { signIn, signOut } from '../api/session.ts'
import { createToggleQueue, type KeptToggle, provideKeeper, senders } from './toggle-queue.ts'

class Already extends Error {}

/** A toggle queue whose requests the test resolves or rejects. */
function arrange() {
  const shown: boolean[] = []
  const sent: boolean[] = []
  const refused: unknown[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const queue = createToggleQueue<string, boolean>({
    kind: 'like',
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
    expect(queue.isPending('post')).toBe(true)
    answers[0]?.resolve()
    await done
    expect(queue.intent('post')).toBe(true)
    expect(queue.isPending('post')).toBe(false)
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

  it('tells when nothing is being sent any more', async () => {
    const { queue, answers } = arrange()
    await queue.untilSent('post')
    void queue.set('post', false, true)
    const heard: string[] = []
    const ended = queue.untilSent('post').then(() => heard.push('ended'))
    heard.push('answered')
    answers[0]?.resolve()
    await ended
    expect(heard).toEqual(['answered', 'ended'])
    expect(queue.intent('post')).toBe(true)
    queue.forget('post')
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

describe('toggle queue without a network', () => {
  const rows = new Map<string, KeptToggle>()

  /** A device that keeps what it is given. */
  function arrangeDevice({ mustKeep = false, fails = false } = {}) {
    const given: Omit<KeptToggle, 'kind' | 'subject'>[] = []
    provideKeeper({
      untilKnown: () => null,
      mustKeep: () => mustKeep,
      async keep({ kind: _, subject: __, ...toggle }) {
        if (fails) throw new NetworkError()
        given.push(toggle)
      },
      find: (_, key) => rows.get(key),
    })
    return given
  }

  it('keeps the last intent, which may have arrived, and shows it', async () => {
    const given = arrangeDevice()
    const { queue, shown, refused, answers } = arrange()
    const done = queue.set('post', false, true)
    answers[0]?.reject(new NetworkError())
    await done
    expect(given).toEqual([{ key: 'post', value: true, was: false, isTried: true }])
    expect([shown, refused]).toEqual([[true], []])
    expect(queue.intent('post')).toBe(true)
  })

  it('keeps and sends nothing as that of the next member', async () => {
    const given = arrangeDevice()
    const { queue, sent, answers } = arrange()
    onTestFinished(() => signOut())
    signIn({ token: 'of ann', username: 'ann' })
    const failing = queue.set('post', false, true)
    const tappedAgain = queue.set('other', false, true)
    void queue.set('other', true, false)
    signIn({ token: 'of bob', username: 'bob' })
    answers[0]?.reject(new NetworkError())
    answers[1]?.resolve()
    await Promise.all([failing, tappedAgain])
    expect(given).toEqual([])
    expect(sent).toEqual([true, true])
  })

  it('keeps an undone intent too: the request may have arrived', async () => {
    const given = arrangeDevice()
    const { queue, answers } = arrange()
    const done = queue.set('post', false, true)
    void queue.set('post', true, false)
    answers[0]?.reject(new NetworkError())
    await done
    expect(given).toEqual([{ key: 'post', value: false, was: false, isTried: true }])
  })

  it('sends nothing while something is kept, so that the last intent wins', async () => {
    const given = arrangeDevice({ mustKeep: true })
    const { queue, sent } = arrange()
    await queue.set('post', false, true)
    await queue.set('post', true, false)
    expect(sent).toEqual([])
    expect(given).toEqual([
      { key: 'post', value: true, was: false, isTried: false },
      { key: 'post', value: false, was: true, isTried: false },
    ])
  })

  it('forgets an intent that was kept and then taken back', async () => {
    arrangeDevice()
    const { queue, answers } = arrange()
    const done = queue.set('post', false, true)
    answers[0]?.reject(new NetworkError())
    await done
    senders.get('like')?.show('post', false)
    expect(queue.intent('post')).toBeUndefined()
  })

  it('rolls back and reports what cannot be kept', async () => {
    arrangeDevice({ fails: true })
    const { queue, shown, refused, answers } = arrange()
    const done = queue.set('post', false, true)
    answers[0]?.reject(new NetworkError())
    await done
    expect(shown).toEqual([true, false])
    expect(refused).toEqual([expect.any(NetworkError)])
  })

  it('shows what was kept before a reload, until the server has refused it', () => {
    arrangeDevice()
    const { queue, shown, refused } = arrange()
    rows.set('post', { kind: 'like', key: 'post', subject: 'post', value: true, was: false, isTried: false })
    senders.get('like')?.show('post', true)
    expect(shown).toEqual([true])
    expect(queue.intent('post')).toBe(true)
    rows.clear()
    senders.get('like')?.onRefused('gone', 'post')
    expect(queue.intent('post')).toBeUndefined()
    expect(refused).toEqual(['gone'])
  })
})
