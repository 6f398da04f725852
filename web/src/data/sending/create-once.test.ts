import { expect, test } from 'vitest'
import { ApiError } from '../api/api-errors.ts'
import { createOnce } from './was-created.ts'

const REUSED = new ApiError(422, 'idempotencyKeyReused', ['This key was used.'], null)

/** The server knows which body a key was used for, if any. */
function arrange(usedFor: string | null) {
  const sent: string[] = []
  const send = async (body: string) => {
    sent.push(body)
    if (usedFor !== null && usedFor !== body) throw REUSED
    usedFor = body
    return `id of ${body}`
  }
  return { sent, send }
}

test('the newest body is created if none has arrived', async () => {
  const { sent, send } = arrange(null)
  expect(await createOnce({ body: 'new', tried: ['old'] }, send)).toEqual({ made: 'id of new', as: 'new' })
  expect(sent).toEqual(['new'])
})

test('whichever of the earlier bodies has arrived is found', async () => {
  for (const arrived of ['oldest', 'old', 'new']) {
    const { send } = arrange(arrived)
    const answer = await createOnce({ body: 'new', tried: ['oldest', 'old', 'new'] }, send)
    expect(answer).toEqual({ made: `id of ${arrived}`, as: arrived })
  }
})

test('a key that was used for something else is refused', async () => {
  const { send } = arrange('not mine')
  await expect(createOnce({ body: 'new', tried: ['old'] }, send)).rejects.toBe(REUSED)
})
