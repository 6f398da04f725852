import { ERRORS } from '@quack/contract'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './api.ts'
import { ApiError, isRefusal, NetworkError } from './api-errors.ts'
import { toAddress } from './http.ts'

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

describe('the URL of a call', () => {
  it('contains the encoded path parameters', () => {
    expect(toAddress('/api/comments/edit/:postId/:commentId', { postId: 'a/b', commentId: 'c d' })).toBe(
      '/api/comments/edit/a%2Fb/c%20d',
    )
  })

  it('omits undefined query values', () => {
    expect(toAddress('/api/feed', {}, { limit: 20, cursor: undefined, sort: 'latest' })).toBe(
      '/api/feed?limit=20&sort=latest',
    )
    expect(toAddress('/api/feed', {}, { cursor: undefined })).toBe('/api/feed')
  })
})

describe('reading a response', () => {
  it('returns the body of a success', () => {
    expect(readAnswer({ status: 201, code: null, text: '{"post":null}' }, undefined)).toEqual({ post: null })
  })

  it('throws a refusal with its messages and request id', () => {
    const text = JSON.stringify({ errors: ['Post not bookmarked yet'], requestId: 'r1' })
    const error = thrownBy(() => readAnswer({ status: 400, code: 'postNotBookmarked', text }, 't'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, message: 'Post not bookmarked yet', requestId: 'r1' })
  })

  it('recognises a refusal by its code, whatever its message', () => {
    const refuse = (code: string | null) => {
      const text = JSON.stringify({ errors: [ERRORS.postNotBookmarked.message], requestId: 'r1' })
      return thrownBy(() => readAnswer({ status: 400, code, text }, undefined))
    }
    expect(isRefusal(refuse('postNotBookmarked'), 'postNotBookmarked')).toBe(true)
    expect(isRefusal(refuse('postAlreadyBookmarked'), 'postAlreadyBookmarked')).toBe(true)
    expect(isRefusal(refuse('postAlreadyBookmarked'), 'postNotBookmarked')).toBe(false)
    expect(isRefusal(refuse(null), 'postNotBookmarked')).toBe(false)
  })

  it('has a message for the response of a proxy', () => {
    const error = thrownBy(() => readAnswer({ status: 413, code: null, text: '<h1>Too Large</h1>' }, undefined))
    expect(error).toMatchObject({ status: 413, message: 'Something went wrong on our side. Please try again.' })
  })

  it('treats a proxy that cannot reach the server as a network failure, and a busy server not', () => {
    const refuse = (status: number, code: string | null) =>
      thrownBy(() => readAnswer({ status, code, text: '{"errors":["Quack is restarting."]}' }, undefined))
    for (const status of [502, 503, 504]) expect(refuse(status, null)).toBeInstanceOf(NetworkError)
    expect(refuse(503, 'unavailable')).toMatchObject({ name: 'ApiError', status: 503 })
    expect(refuse(500, null)).toMatchObject({ name: 'ApiError', status: 500 })
  })

  it('treats an unreadable success as a network failure', () => {
    expect(thrownBy(() => readAnswer({ status: 200, code: null, text: '<html>' }, undefined))).toBeInstanceOf(
      NetworkError,
    )
  })
})
