import type { Post } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { putPost } from '../posts/posts.ts'
import { call } from './api.ts'
import { ApiError, NetworkError } from './api-errors.ts'
import { ageOf, allowCopy, type Copy, type CopyStore, setCopyStore } from './copies.ts'
import { signIn, signOut } from './session.ts'

const ADDRESS = '/api/posts/xY?embed=0'
const COPY: Copy = { text: JSON.stringify({ post: { _id: '1' } }), savedAt: 7 }

const store = {
  put: vi.fn<CopyStore['put']>(),
  find: vi.fn<CopyStore['find']>(() => Promise.resolve(COPY)),
  forget: vi.fn<CopyStore['forget']>(() => Promise.resolve()),
}

function answerWith(status: number, body: unknown, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status, headers })))
}

function cut(): void {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
}

/** @param isAllowed whether a copy may be shown */
function read(isAllowed = true) {
  const { signal } = new AbortController()
  if (isAllowed) allowCopy(signal)
  return call('GET /api/posts/:postId', { params: { postId: 'xY' }, query: { embed: 0 } }, { signal })
}

beforeEach(() => {
  vi.clearAllMocks()
  setCopyStore(store)
  signIn({ token: 't', username: 'Ada' })
})

afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

describe('a response', () => {
  test('is kept with its member and address', async () => {
    answerWith(200, { post: { _id: '2' } })
    expect(ageOf(await read())).toEqual({})
    const [kept, text] = store.put.mock.calls[0] ?? []
    expect(kept).toEqual({
      session: { token: 't', username: 'Ada' },
      route: 'GET /api/posts/:postId',
      address: ADDRESS,
    })
    expect(text).toBe('{"post":{"_id":"2"}}')
  })

  test('that refuses the read deletes the copy; one that may change does not', async () => {
    answerWith(404, { errors: ['No such post'] }, { [ERROR_CODE_HEADER]: 'postUnknown' })
    await expect(read()).rejects.toBeInstanceOf(ApiError)
    expect(store.put.mock.calls[0]?.[1]).toBeNull()
    answerWith(429, { errors: ['Wait'] }, { [ERROR_CODE_HEADER]: 'tooManyRequests' })
    await expect(read()).rejects.toBeInstanceOf(ApiError)
    expect(store.put).toHaveBeenCalledTimes(1)
  })

  test('to a visitor is not kept', async () => {
    signOut()
    answerWith(200, { post: {} })
    await read()
    expect(store.put).not.toHaveBeenCalled()
  })
})

describe('without a response, a copy', () => {
  test('is answered with its age, in all of its parts', async () => {
    cut()
    const answer = await read()
    expect(answer).toEqual({ post: { _id: '1' } })
    expect(ageOf(answer)).toEqual({ savedAt: 7 })
    expect(ageOf(answer.post)).toEqual({ savedAt: 7 })
  })

  test('is answered for a proxy that cannot reach the server, and for the page of a public network', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502 })))
    expect(await read()).toEqual({ post: { _id: '1' } })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Please log in</h1>')))
    expect(await read()).toEqual({ post: { _id: '1' } })
  })

  test('is shown while the response takes long, which is kept when it comes', async () => {
    vi.useFakeTimers()
    try {
      let respond: (response: Response) => void = () => undefined
      const response = new Promise<Response>((resolve) => {
        respond = resolve
      })
      vi.stubGlobal('fetch', () => response)
      const reading = read()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await reading).toEqual({ post: { _id: '1' } })
      expect(store.put).not.toHaveBeenCalled()
      respond(Response.json({ post: { _id: '1', content: 'Newer' } }))
      await vi.advanceTimersByTimeAsync(0)
      expect(store.put.mock.calls[0]?.[1]).toContain('Newer')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not looked for while the response comes soon', async () => {
    vi.useFakeTimers()
    try {
      answerWith(200, { post: { _id: '2' } })
      expect(await read()).toEqual({ post: { _id: '2' } })
      await vi.advanceTimersByTimeAsync(20_000)
      expect(store.find).not.toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not looked for unless the reader may get one', async () => {
    cut()
    await expect(read(false)).rejects.toBeInstanceOf(NetworkError)
    expect(store.find).not.toHaveBeenCalled()
  })

  test('may be missing, or storage blocked', async () => {
    cut()
    store.find.mockResolvedValueOnce(undefined)
    await expect(read()).rejects.toBeInstanceOf(NetworkError)
    store.find.mockRejectedValueOnce(new DOMException('blocked', 'SecurityError'))
    await expect(read()).rejects.toBeInstanceOf(NetworkError)
  })
})

test('a query shows a copy, unless it has something newer', async () => {
  cut()
  const options = {
    queryKey: ['copies.test'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('GET /api/posts/:postId', { params: { postId: 'xY' }, query: { embed: 0 } }, { signal }),
    retry: false,
  }
  expect(await queryClient.fetchQuery(options)).toEqual({ post: { _id: '1' } })
  queryClient.setQueryData(options.queryKey, { post: { _id: '1', content: 'Edited here' } })
  await expect(queryClient.fetchQuery({ ...options, staleTime: 0 })).rejects.toBeInstanceOf(NetworkError)
  expect(queryClient.getQueryData(options.queryKey)).toEqual({ post: { _id: '1', content: 'Edited here' } })
  queryClient.removeQueries({ queryKey: options.queryKey })
})

test('a post that was changed here later than the copy stays as it is', async () => {
  cut()
  const liked = { _id: '1', viewer: { liked: true } }
  queryClient.setQueryData(queryKeys.post('1'), liked)
  putPost((await read()).post as Post)
  expect(queryClient.getQueryData(queryKeys.post('1'))).toBe(liked)
  queryClient.removeQueries({ queryKey: queryKeys.post('1') })
})
