import type { RawAnswer } from './raw-answer.ts'

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
