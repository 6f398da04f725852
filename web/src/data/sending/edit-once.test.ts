import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { ConflictError } from '../outbox/sender.ts'
import { editOnce } from './edit-once.ts'

const CONFLICT = new ApiError(409, 'editConflict', ['It was changed meanwhile.'], null)

/** A comment on the server. Each edit must be based on its present text, or ask for it. */
function arrange(text: string) {
  const server = { text }
  return {
    server,
    edit: (mine: string, basedOn: string, tried: readonly string[] = [mine]) =>
      editOnce({
        basedOn: { text: basedOn },
        tried: tried.map((each) => ({ text: each })),
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
  const { server, edit } = arrange('before')
  await edit('mine', 'before')
  expect(server.text).toBe('mine')
  await edit('mine', 'before')
  expect(server.text).toBe('mine')
})

test('does not overwrite the edit of another device', async () => {
  const { server, edit } = arrange('theirs')
  const failed = await edit('mine', 'before').catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ConflictError)
  expect(failed).toMatchObject({ theirs: { text: 'theirs' } })
  expect(server.text).toBe('theirs')
})

test("an earlier attempt of one's own that arrived is no conflict", async () => {
  const { server, edit } = arrange('my first attempt')
  await edit('mine', 'before', ['my first attempt', 'mine'])
  expect(server.text).toBe('mine')
})

test('passes other failures on', async () => {
  const send = () => Promise.reject(new NetworkError())
  const edit = { basedOn: { text: '' }, tried: [], send, read: async () => ({ text: '' }) }
  await expect(editOnce(edit)).rejects.toBeInstanceOf(NetworkError)
})
