import { ERRORS, type ErrorCode } from '@quack/contract'

/** A refusal of the catalogue as `Client.refuse` gives it; its letter is held by contract/src/errors.test.ts. */
export function refusal(code: ErrorCode): { status: number; message: string } {
  const { status, message } = ERRORS[code]
  return { status, message }
}

/** A refusal that names the field, where the catalogue has only a general word. */
export function invalid(message: string): { status: number; message: string } {
  return { status: 422, message }
}

export function malformed(message: string): { status: number; message: string } {
  return { status: 400, message }
}
