import type { Route } from '@quack/contract'
import type { CallInput } from '../api/api.ts'
import { type AnyInput, MINIMAL, toAddress } from '../api/http.ts'
import type { PostBody } from '../offline/outbox-entry.ts'

/** A request as data: the service worker sends it too (src/worker). */
export interface Request<R extends Route> {
  readonly route: R
  readonly input: CallInput<R>
}

export function request<R extends Route>(route: R, input: CallInput<R>): Request<R> {
  return { route, input }
}

/** A request as it is sent. The service worker may send one without knowing what it does. */
export interface SentRequest {
  method: string
  address: string
  headers?: Record<string, string>
  body?: unknown
}

export function asSent<R extends Route>({ route, input }: Request<R>): SentRequest {
  const [method = '', path = ''] = route.split(' ')
  const { params, query, ...rest } = input as AnyInput
  return { method, address: toAddress(path, params, query), ...rest }
}

export function newPost(postData: PostBody, key: string) {
  const headers = { ...MINIMAL, 'idempotency-key': key }
  return request('POST /api/posts', { query: { embed: 0 }, headers, body: { postData } })
}

interface NewComment {
  text: string
  /** The comment that it answers. */
  answering?: string | undefined
}

/** @param embed how many comments the answer has: the newest is the new one, mostly */
export function newComment(postId: string, { text, answering }: NewComment, key: string, embed: 0 | 1) {
  const headers = { ...MINIMAL, 'idempotency-key': key }
  return request('POST /api/comments/add/:postId', {
    params: { postId },
    query: { embed },
    headers,
    body: { commentData: { text, ...(answering !== undefined && { answering }) } },
  })
}
