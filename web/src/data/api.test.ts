import { describe, expect, it } from 'vitest'
import { readAnswer, toAddress } from './api.ts'
import { ApiError, isRefusal, NetworkError } from './api-errors.ts'

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

describe('the address of a call', () => {
  it('fills in and encodes the parts of the path', () => {
    expect(toAddress('/api/comments/edit/:postId/:commentId', { postId: 'a/b', commentId: 'c d' })).toBe(
      '/api/comments/edit/a%2Fb/c%20d',
    )
  })

  it('leaves out what is undefined', () => {
    expect(toAddress('/api/feed', {}, { limit: 20, cursor: undefined, sort: 'latest' })).toBe(
      '/api/feed?limit=20&sort=latest',
    )
    expect(toAddress('/api/feed', {}, { cursor: undefined })).toBe('/api/feed')
  })
})

describe('reading an answer', () => {
  it('gives the body of a success', () => {
    expect(readAnswer(201, '{"post":null}', undefined)).toEqual({ post: null })
  })

  it('throws a refusal with its messages and request id', () => {
    const body = JSON.stringify({ errors: ['Post not bookmarked yet'], requestId: 'r1' })
    const error = thrownBy(() => readAnswer(400, body, 't'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, message: 'Post not bookmarked yet', requestId: 'r1' })
    expect(isRefusal(error, 'postNotBookmarked')).toBe(true)
    expect(isRefusal(error, 'postAlreadyBookmarked')).toBe(false)
  })

  it('has words for an answer that is not ours', () => {
    const error = thrownBy(() => readAnswer(502, '<h1>Bad Gateway</h1>', undefined))
    expect(error).toMatchObject({ status: 502, message: 'Something went wrong on our side. Please try again.' })
  })

  it('takes a success that cannot be read for a network failure', () => {
    expect(thrownBy(() => readAnswer(200, '<html>', undefined))).toBeInstanceOf(NetworkError)
  })
})
