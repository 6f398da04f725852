/** What the server said: its status and the body as text. */
export interface RawAnswer {
  readonly status: number
  readonly text: string
}

/** Reads that start/begin-reads.ts began before there was any code to ask for them, by address. */
interface HeadStart {
  token: string
  answers: Map<string, Promise<RawAnswer>>
}

declare global {
  var headStart: HeadStart | undefined
}

/** The answer to this read, if it was begun, and for the same viewer. It is taken once. */
export function takeHeadStart(address: string, token: string | undefined): Promise<RawAnswer> | undefined {
  const begun = globalThis.headStart
  if (begun?.token !== token) return undefined
  const answer = begun?.answers.get(address)
  begun?.answers.delete(address)
  return answer
}
