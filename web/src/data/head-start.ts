/** A read that start/begin-read.ts began before there was any code to ask for it. */
interface HeadStart {
  address: string
  token: string
  answer: Promise<Response>
}

declare global {
  var headStart: HeadStart | undefined
}

/** The answer to this read, if it is the one that was begun, and for the same viewer. There is one, and it is taken once. */
export function takeHeadStart(address: string, token: string | undefined): Promise<Response> | undefined {
  const begun = globalThis.headStart
  if (begun?.address !== address || begun.token !== token) return undefined
  globalThis.headStart = undefined
  return begun.answer
}
