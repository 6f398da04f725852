import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { signIn, signOut } from '../api/session.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import { ConflictError, StaleEntryError } from './lane.ts'
import { asMember, createOnce, editOnce } from './once.ts'

test("a request of an entry is sent with the session of the entry's member alone", async () => {
  signIn({ token: 'of bob', username: 'bob' })
  onTestFinished(() => signOut())
  const send = vi.fn(async () => 'sent')
  const sendFor = async (member: string) => await asMember({ member } as OutboxEntry, send)
  await expect(sendFor('ada')).rejects.toThrow(StaleEntryError)
  expect(send).not.toHaveBeenCalled()
  expect(await sendFor('bob')).toBe('sent')
})

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

const CONFLICT = new ApiError(409, 'editConflict', ['It was changed meanwhile.'], null)

/** A comment on the server. Each edit must be based on its present text, or ask for it. */
function arrangeText(text: string) {
  const server = { text }
  return {
    server,
    edit: (mine: string, basedOn: string, tried: readonly string[] = [mine]) =>
      editOnce({
        basedOn: { text: basedOn },
        tried: () => tried.map((each) => ({ text: each })),
        async send(base) {
          if (server.text !== mine && server.text !== base.text) throw CONFLICT
          server.text = mine
          return mine
        },
        read: async () => ({ ...server }),
      }),
  }
}

test('edits what is still as it was', async () => {
  const { server, edit } = arrangeText('before')
  await edit('mine', 'before')
  expect(server.text).toBe('mine')
  await edit('mine', 'before')
  expect(server.text).toBe('mine')
})

test('does not overwrite the edit of another device', async () => {
  const { server, edit } = arrangeText('theirs')
  const failed = await edit('mine', 'before').catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ConflictError)
  expect(failed).toMatchObject({ theirs: { text: 'theirs' } })
  expect(server.text).toBe('theirs')
})

test("an earlier attempt of one's own that arrived is no conflict", async () => {
  const { server, edit } = arrangeText('my first attempt')
  await edit('mine', 'before', ['my first attempt', 'mine'])
  expect(server.text).toBe('mine')
})

test('passes other failures on', async () => {
  const send = () => Promise.reject(new NetworkError())
  const edit = { basedOn: { text: '' }, tried: () => [], send, read: async () => ({ text: '' }) }
  await expect(editOnce(edit)).rejects.toBeInstanceOf(NetworkError)
})
