/** Runs a synchronous clean-up when this process ends, by itself or by a signal. */
export function onEnd(cleanUp: () => void): void {
  process.once('exit', cleanUp)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      cleanUp()
      // Another listener of the signal decides how the process ends. Without one, the signal ends it as usual.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
  }
}
