import type { MemberSummary, Route } from '@quack/contract'
import type { CallInput } from '../api/api.ts'
import type { EntryOf, PostBody, StateOf, Taps } from '../offline/outbox-entry.ts'

/** The requests that need nothing but their entry. They are data, because the service worker sends them too (src/worker). */

export interface Request<R extends Route> {
  readonly route: R
  readonly input: CallInput<R>
}

/** The response shall contain only what changed. */
const MINIMAL = { prefer: 'return=minimal' } as const
const query = { embed: 0 } as const

export function request<R extends Route>(route: R, input: CallInput<R>): Request<R> {
  return { route, input }
}

export function newPost(postData: PostBody, key: string) {
  return request('POST /api/posts', { query, headers: { ...MINIMAL, 'idempotency-key': key }, body: { postData } })
}

/** @param embed how many comments the answer has: the newest is the new one, mostly */
export function newComment(postId: string, text: string, key: string, embed: 0 | 1) {
  const headers = { ...MINIMAL, 'idempotency-key': key }
  return request('POST /api/comments/add/:postId', {
    params: { postId },
    query: { embed },
    headers,
    body: { commentData: { text } },
  })
}

export function like(postId: string, on: StateOf<'like'>) {
  const input = { params: { postId }, query }
  return on ? request('PUT /api/posts/:postId/like', input) : request('DELETE /api/posts/:postId/like', input)
}

export function bookmark(postId: string, on: StateOf<'bookmark'>) {
  const input = { params: { postId } }
  return on ? request('PUT /api/posts/:postId/bookmark', input) : request('DELETE /api/posts/:postId/bookmark', input)
}

export function vote(postId: string, commentId: string, side: StateOf<'vote'>) {
  const input = { params: { postId, commentId }, query }
  if (side === 'none') return request('DELETE /api/comments/:postId/:commentId/vote', input)
  return request('PUT /api/comments/:postId/:commentId/vote', { ...input, body: { vote: side } })
}

export function follow({ _id: id }: MemberSummary, state: StateOf<'follow'>) {
  const input = { params: { id }, query }
  return state === 'none' ? request('DELETE /api/users/:id/follow', input) : request('PUT /api/users/:id/follow', input)
}

export function followTag(tag: string, on: StateOf<'followTag'>) {
  const input = { params: { tag } }
  return on ? request('PUT /api/tags/:tag/follow', input) : request('DELETE /api/tags/:tag/follow', input)
}

export function setting(body: StateOf<'setting'>) {
  return request('POST /api/notifications/settings', { body })
}

export type TapRequests<Kinds> = { readonly [Kind in keyof Kinds]: (entry: EntryOf<Kinds, Kind>) => Request<Route> }

/** The request of a tap. A kind that is missing here is a compile error. */
export const TAP_REQUESTS: TapRequests<Taps> = {
  like: ({ target, body }) => like(target, body),
  bookmark: ({ target, body }) => bookmark(target, body),
  vote: ({ target, body, subject }) => vote(subject.postId, target, body),
  follow: ({ body, subject }) => follow(subject, body),
  followTag: ({ body, subject }) => followTag(subject.name, body),
  setting: ({ body }) => setting(body),
}
