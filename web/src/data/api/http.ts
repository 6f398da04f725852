import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'

/** The parts of a call. */
export interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  body?: unknown
}

/** Headers of writes whose response would be a page of posts or comments: it shall have only what changed. */
export const MINIMAL = { prefer: 'return=minimal' } as const

/** The URL of a call: path parameters are encoded, undefined query values are omitted. */
export function toAddress(path: string, params: AnyInput['params'] = {}, query: AnyInput['query'] = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** A response: its status, a refusal's code, and the body as text. */
export interface RawAnswer {
  readonly status: number
  /** Null for a success, and for the answer of a proxy in front of the server. */
  readonly code: string | null
  readonly text: string
}

export async function readRawAnswer(response: Response): Promise<RawAnswer> {
  return { status: response.status, code: response.headers.get(ERROR_CODE_HEADER), text: await response.text() }
}
