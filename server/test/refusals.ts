import { ERRORS, type ErrorCode } from '@quack/contract'

/** A refusal as `Client.refuse` returns it. contract/src/errors.test.ts checks the texts. */
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
