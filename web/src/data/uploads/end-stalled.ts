/** In milliseconds. A connection over which nothing has been sent for this long is taken for lost. */
const SENDING_MS = 30_000
/** In milliseconds. When all has been sent, the server may still process it: a picture that hangs, for 45 seconds. */
const ANSWERING_MS = 90_000

/**
 * Ends a request with the event `error` if its connection hangs. Without a limit, a browser may wait until it is closed,
 * and so would everything behind the upload. Call this before `send`.
 */
export function endIfStalled(request: XMLHttpRequest): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function end() {
    // Before the abort, which says that the member has cancelled it.
    request.dispatchEvent(new ProgressEvent('error'))
    request.abort()
  }
  function wait(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(end, ms)
  }
  request.upload.addEventListener('progress', () => wait(SENDING_MS))
  request.upload.addEventListener('load', () => wait(ANSWERING_MS))
  request.addEventListener('loadend', () => clearTimeout(timer))
  wait(SENDING_MS)
}
