import { ENDPOINTS } from '@quack/contract'
import type { Random } from '@quack/testing/random'
import { BAD_ADDRESSES } from './bad-addresses.ts'
import { BAD_BODIES } from './bad-bodies.ts'
import { BAD_FORMS } from './bad-forms.ts'
import { BAD_HEADERS } from './bad-headers.ts'
import type { Base, FuzzRequest } from './bases.ts'

const KINDS = [BAD_ADDRESSES, BAD_BODIES, BAD_FORMS, BAD_HEADERS]

/** A request with one wrong or unusual part. */
export function chooseRequest(random: Random, bases: readonly Base[]): FuzzRequest {
  for (;;) {
    const mutation = random.pick(random.pick(KINDS))
    const request = mutation(random.pick(bases), random)
    if (request) return request
  }
}

export interface FuzzAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** The problem of an answer; null if it has none. */
export function judge(
  request: Pick<FuzzRequest, 'endpoint' | 'verdict' | 'method'>,
  answer: FuzzAnswer,
): string | null {
  const { status, contentType, body } = answer
  if (status < 400) {
    if (request.verdict === 'refused') return `it succeeded with ${status}`
    // A changed address may belong to another call.
    const isDeclared = Object.values(ENDPOINTS).some((endpoint) => endpoint.success === status)
    return isDeclared ? null : `${status} is no declared success`
  }
  if (status >= 500) return `it answered ${status}: ${body}`
  if (!contentType.startsWith('application/json')) return `${status} of type ${contentType}: ${body.slice(0, 200)}`
  const { errors, requestId } = JSON.parse(body) as { errors?: unknown; requestId?: unknown }
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  if (!Array.isArray(errors) || errors.length === 0 || !errors.every(isText))
    return `${status} without a message: ${body}`
  return isText(requestId) ? null : `${status} without a request id: ${body}`
}

/** Describes a request so that it can be repeated. */
export function show({ what, method, url, headers, body }: FuzzRequest): string {
  const text = body === null ? '' : `\n  ${JSON.stringify(body.toString().slice(0, 300))}`
  return `${what}\n  ${method} ${url.slice(0, 200)}\n  ${JSON.stringify(headers).slice(0, 500)}${text}`
}
