import { ERRORS, type ErrorCode } from '@quack/contract'
import type { Answer, Refusal } from './client.ts'

/** A refusal as `Client.refuse` returns it. contract/src/errors/errors.test.ts checks the texts. */
export function refusal(code: ErrorCode): { status: number; message: string } {
  const { status, message } = ERRORS[code]
  return { status, message }
}

/** A refusal that names the invalid field. */
export function invalid(message: string): { status: number; message: string } {
  return { status: 422, message }
}

export function malformed(message: string): { status: number; message: string } {
  return { status: 400, message }
}

/** An answer, to be compared with the refusals above. */
export function asRefusal({ status, body }: Pick<Answer<unknown>, 'status' | 'body'>) {
  return { status, message: (body as Partial<Refusal>).errors?.[0] }
}
