/** How long to wait after the page load, in milliseconds: the first screen has the network to itself. */
const CALM_MS = 3_000

/** Runs a task some seconds after the page load, or after the call. Returns a function that cancels it. */
export function whenSettled(task: () => void): () => void {
  const stop = new AbortController()
  let timer = 0
  let handle = 0
  const wait = () => {
    timer = window.setTimeout(() => {
      // Safari has no idle callback.
      if (typeof requestIdleCallback === 'function') handle = requestIdleCallback(task, { timeout: 5_000 })
      else task()
    }, CALM_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true, signal: stop.signal })
  return () => {
    stop.abort()
    clearTimeout(timer)
    if (handle !== 0) cancelIdleCallback(handle)
  }
}
