/**
 * A state that a person flips and a server keeps: shown at once, sent one request at a time. Taps made while a request
 * is under way coalesce: when it ends, only the last intent is sent, and nothing at all if it is what the server has.
 */
export interface ToggleOptions<Subject, Value> {
  keyOf: (subject: Subject) => string
  /** Makes the screens show this value. Must do nothing where they already do. */
  show: (subject: Subject, value: Value) => void
  send: (subject: Subject, value: Value) => Promise<void>
  /** Whether this refusal means that the server already has this value, which is what was asked for. */
  isAlready: (error: unknown, value: Value) => boolean
  /** Called after the refused value was taken back. */
  onRefused: (error: unknown, subject: Subject) => void
}

/** How long after a write an answer may come that does not know of it yet, in milliseconds. */
const STALE_READ_MS = 5_000

interface Run<Value> {
  confirmed: Value
  want: Value
}

export interface ToggleQueue<Subject, Value> {
  /** `current` is what is shown now; it counts as the server's value if no request is under way. Resolves once settled. */
  set: (subject: Subject, current: Value, want: Value) => Promise<void>
  /**
   * What the viewer last asked for, while it is sent and shortly after it was taken: a read that left before the write did
   * may be answered after it, and must not hide it. Undefined when reads can be believed.
   */
  intent: (key: string) => Value | undefined
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
        // Another tap meanwhile asked for what the server still has: nothing to take back, nothing to tell.
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
  }
}
