import { expect, test, vi } from 'vitest'
import { ApiError } from './api-errors.ts'
import { orConfirm, provideConfirmation } from './confirmation.ts'

const refusal = () => new ApiError(403, 'confirmationNeeded', ['Please confirm that it is you.'], null)

/** A server that refuses until the member has confirmed. */
function makeServer() {
  let isConfirmed = false
  return {
    confirm: () => {
      isConfirmed = true
    },
    send: vi.fn(async () => {
      if (!isConfirmed) throw refusal()
      return 'done'
    }),
  }
}

test('a refused request is repeated after the confirmation', async () => {
  const server = makeServer()
  const stop = provideConfirmation(async () => {
    server.confirm()
    return true
  })
  expect(await orConfirm(server.send)).toBe('done')
  expect(server.send).toHaveBeenCalledTimes(2)
  stop()
})

test('without the confirmation, the refusal is thrown and nothing is repeated', async () => {
  const server = makeServer()
  const stop = provideConfirmation(async () => false)
  await expect(orConfirm(server.send)).rejects.toMatchObject({ code: 'confirmationNeeded' })
  expect(server.send).toHaveBeenCalledTimes(1)
  stop()
  await expect(orConfirm(server.send)).rejects.toMatchObject({ code: 'confirmationNeeded' })
})

test('two requests that are refused at the same time ask once', async () => {
  const server = makeServer()
  const dialog = vi.fn(async () => {
    await Promise.resolve()
    server.confirm()
    return true
  })
  const stop = provideConfirmation(dialog)
  expect(await Promise.all([orConfirm(server.send), orConfirm(server.send)])).toEqual(['done', 'done'])
  expect(dialog).toHaveBeenCalledTimes(1)
  stop()
})

test('another refusal is not asked about', async () => {
  const dialog = vi.fn(async () => true)
  const stop = provideConfirmation(dialog)
  const send = async () => {
    throw new ApiError(403, 'guestFixed', ['No'], null)
  }
  await expect(orConfirm(send)).rejects.toMatchObject({ code: 'guestFixed' })
  expect(dialog).not.toHaveBeenCalled()
  stop()
})
