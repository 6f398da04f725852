const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a synchronous clean-up when this process ends, by itself or by a signal.
 * @returns takes it back
 */
export function onEnd(cleanUp: () => void): () => void {
  const endBySignal = (signal: NodeJS.Signals) => {
    forget()
    cleanUp()
    // Another listener of the signal decides how the process ends. Without one, the signal ends it as usual.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  function forget(): void {
    process.off('exit', cleanUp)
    for (const signal of SIGNALS) process.off(signal, endBySignal)
  }
  process.once('exit', cleanUp)
  for (const signal of SIGNALS) process.once(signal, endBySignal)
  return forget
}
