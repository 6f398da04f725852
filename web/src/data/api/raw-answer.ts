import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'

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
