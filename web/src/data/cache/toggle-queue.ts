import { NetworkError } from '../api/api-errors.ts'
import { createMemberState } from '../api/member-state.ts'

export type ToggleKind = 'like' | 'bookmark' | 'follow' | 'vote'

/** What the viewer wants while the network is away: the last state, not the taps. */
export interface KeptToggle {
  kind: ToggleKind
  /** Identifies the subject. There is one row for each. */
  key: string
  subject: unknown
  /** The desired state. */
  value: unknown
  /** The server's state, as far as this device knows. */
  was: unknown
  /** The desired state may have arrived: only the answer is missing. */
  isTried: boolean
}

/** Keeps intents on the device (data/toggles/kept-toggles.ts). Provided, because the login has no need of it. */
export interface Keeper {
  /** Resolves when it is known what is kept, or that this cannot be known; null if it is known already. */
  untilKnown: () => Promise<void> | null
  /** Whether a tap is kept instead of sent at once. */
  mustKeep: () => boolean
  /** @throws NetworkError if it cannot be kept */
  keep: (toggle: KeptToggle) => Promise<void>
  find: (kind: ToggleKind, key: string) => KeptToggle | undefined
}

let keeper: Keeper | null = null

export function provideKeeper(given: Keeper): void {
  keeper = given
}

/**
 * An optimistic toggle: shown immediately, sent one request at a time. Taps during a request coalesce: when it ends,
 * only the last intent is sent, or nothing if the server already has that value. Without a network, the last intent is
 * kept on the device, and sent later (data/toggles).
 */
export interface ToggleOptions<Subject, Value> {
  /** Kept on the device while the network is away; without a kind, it then fails. */
  kind?: ToggleKind
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
  ended: PromiseWithResolvers<void>
}

export interface ToggleQueue<Subject, Value> {
  /** `current` is the value shown; it is the server's value if no request is pending. Resolves once settled. */
  set: (subject: Subject, current: Value, want: Value) => Promise<void>
  /**
   * The viewer's last intent, while it is sent or kept, and for a short time after: the response to a read sent before
   * the write may arrive after it, and must not hide it. Undefined once server reads are up to date.
   */
  intent: (key: string) => Value | undefined
  /** Whether the viewer's last intent has not reached the server yet, as far as this device knows. */
  isPending: (key: string) => boolean
  /** Resolves when nothing of it is being sent. */
  untilSent: (key: string) => Promise<void>
  /** An event has told of a change after the last write. So reads that are sent from now on are newer than it. */
  forget: (key: string) => void
}

/** What shows and sends the intents that were kept, by kind. */
export const senders = new Map<ToggleKind, ToggleOptions<unknown, unknown>>()

export function createToggleQueue<Subject, Value>(options: ToggleOptions<Subject, Value>): ToggleQueue<Subject, Value> {
  const intents = createMemberState(() => ({
    runs: new Map<string, Run<Value>>(),
    settled: new Map<string, { value: Value; until: number }>(),
  }))

  function forget(key: string): void {
    intents().settled.delete(key)
  }

  function waiting(key: string): KeptToggle | undefined {
    return options.kind && keeper?.find(options.kind, key)
  }

  async function settle(subject: Subject, run: Run<Value>): Promise<void> {
    const { kind, keyOf } = options
    // It is neither sent nor kept nor shown as that of the next member.
    const own = intents()
    const isViewers = () => own === intents()
    const keep = async (value: Value, isTried: boolean) => {
      if (kind && isViewers())
        await keeper?.keep({ kind, key: keyOf(subject), subject, value, was: run.confirmed, isTried })
      run.confirmed = value
    }
    const reading = kind && keeper?.untilKnown()
    if (reading) await reading
    while (run.want !== run.confirmed && isViewers()) {
      const target = run.want
      try {
        if (kind && keeper?.mustKeep()) {
          await keep(target, false)
          continue
        }
        try {
          await options.send(subject, target)
          run.confirmed = target
        } catch (error) {
          if (!kind || !keeper || !(error instanceof NetworkError)) throw error
          await keep(run.want, true)
        }
      } catch (error) {
        if (!isViewers()) return
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

  if (options.kind) {
    senders.set(options.kind, {
      ...options,
      show(subject, value) {
        const key = options.keyOf(subject as Subject)
        // It may be what the server has: the kept intent was taken back.
        forget(key)
        if (!intents().runs.has(key)) options.show(subject as Subject, value as Value)
      },
      onRefused(error, subject) {
        forget(options.keyOf(subject as Subject))
        options.onRefused(error, subject as Subject)
      },
    } as ToggleOptions<unknown, unknown>)
  }

  return {
    async set(subject, current, want) {
      const key = options.keyOf(subject)
      const { runs, settled } = intents()
      const running = runs.get(key)
      if (running) {
        running.want = want
        options.show(subject, want)
        return
      }
      const run = { confirmed: current, want, ended: Promise.withResolvers<void>() }
      runs.set(key, run)
      forget(key)
      options.show(subject, want)
      try {
        await settle(subject, run)
      } finally {
        runs.delete(key)
        if (run.confirmed !== current) settled.set(key, { value: run.confirmed, until: Date.now() + STALE_READ_MS })
        run.ended.resolve()
      }
    },
    async untilSent(key) {
      await intents().runs.get(key)?.ended.promise
    },
    intent(key) {
      const { runs, settled } = intents()
      const run = runs.get(key)
      if (run) return run.want
      const kept = waiting(key)
      if (kept) return kept.value as Value
      const last = settled.get(key)
      if (last && last.until > Date.now()) return last.value
      forget(key)
      return undefined
    },
    isPending: (key) => intents().runs.has(key) || waiting(key) !== undefined,
    forget,
  }
}
