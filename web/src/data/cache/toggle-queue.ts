/**
 * An optimistic toggle: shown immediately, sent one request at a time. Taps during a request coalesce: when it ends,
 * only the last intent is sent, or nothing if the server already has that value.
 */
export interface ToggleOptions<Subject, Value> {
  keyOf: (subject: Subject) => string
  /** Shows this value. Must be idempotent. */
  show: (subject: Subject, value: Value) => void
  send: (subject: Subject, value: Value) => Promise<void>
  /** Whether this refusal means that the server already has this value. */
  isAlready: (error: unknown, value: Value) => boolean
  /** Called after the value was rolled back. */
  onRefused: (error: unknown, subject: Subject) => void
}

/** How long after a write a response to an earlier read may still arrive, in milliseconds. */
const STALE_READ_MS = 5_000

interface Run<Value> {
  confirmed: Value
  want: Value
}

export interface ToggleQueue<Subject, Value> {
  /** `current` is the value shown; it is the server's value if no request is pending. Resolves once settled. */
  set: (subject: Subject, current: Value, want: Value) => Promise<void>
  /**
   * The viewer's last intent, while it is sent and for a short time after: the response to a read sent before the write
   * may arrive after it, and must not hide it. Undefined once server reads are up to date.
   */
  intent: (key: string) => Value | undefined
  /** An event has told of a change after the last write. So reads that are sent from now on are newer than it. */
  forget: (key: string) => void
}

export function createToggleQueue<Subject, Value>(options: ToggleOptions<Subject, Value>): ToggleQueue<Subject, Value> {
  const runs = new Map<string, Run<Value>>()
  const settled = new Map<string, { value: Value; until: number }>()

  async function settle(subject: Subject, run: Run<Value>): Promise<void> {
    while (run.want !== run.confirmed) {
      const target = run.want
      try {
        await options.send(subject, target)
        run.confirmed = target
      } catch (error) {
        if (options.isAlready(error, target)) {
          run.confirmed = target
          continue
        }
        // A later tap asked for the value that the server still has: nothing to roll back or report.
        if (run.want !== target) continue
        run.want = run.confirmed
        options.show(subject, run.confirmed)
        options.onRefused(error, subject)
      }
    }
  }

  return {
    async set(subject, current, want) {
      const key = options.keyOf(subject)
      const running = runs.get(key)
      if (running) {
        running.want = want
        options.show(subject, want)
        return
      }
      const run = { confirmed: current, want }
      runs.set(key, run)
      settled.delete(key)
      options.show(subject, want)
      try {
        await settle(subject, run)
      } finally {
        runs.delete(key)
        if (run.confirmed !== current) settled.set(key, { value: run.confirmed, until: Date.now() + STALE_READ_MS })
      }
    },
    intent(key) {
      const run = runs.get(key)
      if (run) return run.want
      const last = settled.get(key)
      if (last && last.until > Date.now()) return last.value
      settled.delete(key)
      return undefined
    },
    forget: (key) => void settled.delete(key),
  }
}
