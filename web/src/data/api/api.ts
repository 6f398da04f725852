import type { Route, RouteAnswer, RouteInput } from '@quack/contract'
import { deviceLocale } from '../../locale/locale.ts'
import { ApiError, isRefusal, NetworkError } from './api-errors.ts'
import { orConfirm } from './confirmation.ts'
import { noteReachable, noteUnreachable } from './connection.ts'
import { findCopy, orCopyIfSlow, putCopy, type Read } from './copies.ts'
import { type AnyInput, type RawAnswer, readRawAnswer, toAddress } from './http.ts'
import { expireSession, getSession, memberEra } from './session.ts'

type EmptyObject = Record<never, never>
type NeededKeys<I> = {
  [K in keyof I]-?: I[K] extends undefined ? never : EmptyObject extends I[K] ? never : K
}[keyof I]
type OptionalKeys<I> = {
  [K in keyof I]-?: I[K] extends undefined ? never : EmptyObject extends I[K] ? K : never
}[keyof I]

/** A call's params, query, headers and body. A part is optional if all of its fields are. */
export type CallInput<R extends Route> = Pick<RouteInput<R>, NeededKeys<RouteInput<R>>> &
  Partial<Pick<RouteInput<R>, OptionalKeys<RouteInput<R>>>>

export interface CallOptions {
  signal?: AbortSignal
  /** Whether the request goes on when the page is closed. */
  keepalive?: boolean
}

/** In milliseconds. A request that hangs must end in an error that the user can act on. */
const TIMEOUT_MS = 30_000

/**
 * Calls the API by `METHOD /path`. Throws ApiError for an error response, NetworkError for none, an unreadable one or
 * that of a proxy that cannot reach the server, and an AbortError when the caller cancels, or when the server answers
 * and the viewer has changed. Without a response, or while it takes long, a read may be answered with a copy
 * (copies.ts). A call that needs a recent authentication asks for it (confirmation.ts).
 */
export function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: CallOptions = {},
): Promise<RouteAnswer<R>> {
  return orConfirm(() => callOnce(route, input, options))
}

async function callOnce<R extends Route>(
  route: R,
  input: CallInput<R>,
  { signal, keepalive = false }: CallOptions,
): Promise<RouteAnswer<R>> {
  const { params, query, headers, body } = input as AnyInput
  const [method = 'GET', path = ''] = route.split(' ')
  const session = getSession()
  const era = memberEra()
  const token = session?.token
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const address = toAddress(path, params, query)
  const begun = method === 'GET' ? takeHeadStart(address, token) : undefined
  const request = async () =>
    await (begun ??
      fetch(address, {
        method,
        keepalive,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          // Noted with a sign-up and a log-in, for mails and push messages.
          ...(path.startsWith('/api/auth/') && { 'accept-language': deviceLocale() }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }).then(readRawAnswer))
  const read = method === 'GET' && session ? { session, route, address } : null
  const hasLeft = () => session !== null && era !== memberEra()
  let answer: unknown
  try {
    answer = await orCopyIfSlow(answerOf(request, token, read, signal), read, signal)
  } catch (error) {
    if (hasLeft() && isRefusalToViewer(error)) throw viewerChanged()
    throw error
  }
  if (hasLeft()) throw viewerChanged()
  return answer as RouteAnswer<R>
}

/** Not the end of the session itself. */
function isRefusalToViewer(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 401 && !isRefusal(error, 'usernameUnknown')
}

/** Of what a member has begun who has left since: it is not shown to the next one, nor sent as theirs. */
export function viewerChanged(): DOMException {
  return new DOMException('The viewer has changed.', 'AbortError')
}

/** Notes whether the server responds, and keeps responses to reads, or deletes the copies of refused ones. */
async function answerOf(
  request: () => Promise<RawAnswer>,
  token: string | undefined,
  read: Read | null,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  let answer: RawAnswer
  try {
    answer = await request()
  } catch (error) {
    if (signal?.aborted) throw error
    noteUnreachable()
    return await orCopy(new NetworkError(error), read, signal)
  }
  try {
    const body = readAnswer(answer, token)
    noteReachable()
    putCopy(read, answer.text)
    return body
  } catch (error) {
    if (error instanceof NetworkError) {
      noteUnreachable()
      return await orCopy(error, read, signal)
    }
    noteReachable()
    if (isFinal(answer.status)) putCopy(read, null)
    throw error
  }
}

/** Whether a proxy answered for a server that it cannot reach. */
export function isFromGateway({ status, code }: Pick<RawAnswer, 'status' | 'code'>): boolean {
  return status >= 502 && status <= 504 && code === null
}

/** Whether the server would refuse the same request again. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

async function orCopy(error: unknown, read: Read | null, signal: AbortSignal | undefined): Promise<unknown> {
  const copy = await findCopy(read, signal)
  if (copy === undefined) throw error
  return copy
}

/** Returns the response's JSON, or throws its error. A rejected token ends the session that it belongs to. */
export function readAnswer(answer: RawAnswer, token: string | undefined): unknown {
  const { status, text } = answer
  const json = parse(text)
  if (status >= 200 && status < 300) {
    if (json === undefined) throw new NetworkError()
    return json
  }
  const error = toApiError(answer, json)
  // Nothing more is known of a write than if the connection had failed.
  if (isFromGateway(answer)) throw new NetworkError(error)
  // For a request with a token, this code means that the token's member is gone.
  const isGone = isRefusal(error, 'usernameUnknown')
  if (token && (status === 401 || isGone)) expireSession(token, { isGone })
  throw error
}

function toApiError({ status, code }: RawAnswer, json: unknown): ApiError {
  const { errors, requestId } = (json ?? {}) as { errors?: unknown; requestId?: unknown }
  const texts = Array.isArray(errors) ? errors.filter((entry) => typeof entry === 'string') : []
  return new ApiError(status, code, texts, typeof requestId === 'string' ? requestId : null)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Requests that start/begin-reads.ts sent before the client's code had loaded, by URL. */
interface HeadStart {
  token: string
  answers: Map<string, Promise<RawAnswer>>
}

declare global {
  var headStart: HeadStart | undefined
}

/** The response to this request, if it was sent for the same viewer. Each can be taken once. */
export function takeHeadStart(address: string, token: string | undefined): Promise<RawAnswer> | undefined {
  const begun = globalThis.headStart
  if (begun?.token !== token) return undefined
  const answer = begun?.answers.get(address)
  begun?.answers.delete(address)
  return answer
}
