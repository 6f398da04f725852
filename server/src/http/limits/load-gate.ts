/**
 * Decides whether a request is admitted or refused immediately, so that admitted requests are answered soon under any
 * load. A request can wait for two things. The first is this thread: each turn of the event loop admits requests for
 * some time and refuses the rest. The second is the database: the number of requests in progress is limited, and the
 * limit follows the time that answers take (multiplicative increase and decrease). A burst is not an overload: requests
 * that arrive together after a pause are queued up to a number, however slow the machine is.
 */
export interface LoadGate {
  /** @param now the time of performance.now(). @returns false if the request has to be refused */
  admit(now: number): boolean
  /** Whether load is being shed and this thread is so late that cached answers need admission too. */
  isLate(now: number): boolean
  /** A request begins to wait for this server. */
  begin(): void
  /** The request waits for its client. */
  pause(): void
  /** The request waits for this server again. */
  resume(): void
  /** The request was answered. @param took the time it has waited, in milliseconds */
  end(took: number, now: number): void
  readonly state: { readonly underWay: number; readonly limit: number; readonly refused: number }
}

/**
 * How long one turn of the event loop may admit requests, in milliseconds. It is short after a refusal, because every
 * request waits for the end of the turn in which it arrives, even if it is refused. Throughput is the same.
 */
const TURN_MS = { usual: 60, shedding: 10 } as const
/** With very many busy connections a turn may not end. After this time it counts as a new one, in ms. */
const TURN_MAX_MS = 200
/** After this time a turn is late. It is short, because refusals make turns longer. */
const LATE_MS = 20
/**
 * Numbers of requests that are admitted regardless of time. By time alone, a slow machine would refuse a burst that a
 * fast one admits. `burst`: per turn while no load is shed, and per period in which requests are in progress without a
 * break. `shedding`: per turn after a refusal.
 */
export interface Allowance {
  readonly burst: number
  readonly shedding: number
}

const ALLOWANCE: Allowance = { burst: 128, shedding: 4 }
/** How long after a refusal the gate counts as shedding load, in milliseconds. */
const SHEDDING_MS = 2_000
/** The average time of answers above which the limit of requests in progress is lowered, in milliseconds. */
const TARGET_MS = 100
/** The average is over at least this time, in milliseconds, and over this many answers. */
const WINDOW_MS = 100
const WINDOW_ANSWERS = 20
const LIMIT = { min: 32, start: 256, max: 512 } as const

/** @param afterTurn calls back after the present turn of the event loop */
export function createLoadGate(
  afterTurn: (callback: () => void) => void = (callback) => setImmediate(callback),
  { burst, shedding }: Allowance = ALLOWANCE,
): LoadGate {
  let turnBegan: number | null = null
  let takenInTurn = 0
  let isEndAwaited = false
  let underWay = 0
  let begunSinceIdle = 0
  let limit: number = LIMIT.start
  let refused = 0
  let refusedAt = Number.NEGATIVE_INFINITY
  let window = { began: 0, answers: 0, took: 0, most: 0 }

  function beginTurn(now: number): void {
    turnBegan = now
    if (isEndAwaited) return
    isEndAwaited = true
    afterTurn(() => {
      isEndAwaited = false
      // Not reset if the turn only counts as a new one: the allowance is for a real turn.
      takenInTurn = 0
      turnBegan = null
    })
  }

  function count(change: number): void {
    underWay += change
    if (underWay > window.most) window.most = underWay
  }

  /** @returns how long the present turn has taken so far */
  function lookAtTurn(now: number): number {
    if (turnBegan === null || now - turnBegan > TURN_MAX_MS) beginTurn(now)
    return now - (turnBegan ?? now)
  }

  const isShedding = (now: number) => now - refusedAt < SHEDDING_MS

  function hasThreadTime(now: number): boolean {
    const took = lookAtTurn(now)
    if (isShedding(now)) return takenInTurn < shedding || took <= TURN_MS.shedding
    return takenInTurn < burst || took <= TURN_MS.usual
  }

  /** A lowered limit does not refuse a burst that begins after all earlier requests were answered. */
  const hasDatabaseRoom = () => underWay < limit || begunSinceIdle < burst

  function adapt(now: number): void {
    const isSlow = window.took / window.answers > TARGET_MS
    if (isSlow) limit = Math.max(LIMIT.min, Math.floor(limit * 0.8))
    // A limit below its start was lowered because of a load that may be over.
    else if (limit < LIMIT.start || window.most >= limit * 0.8) limit = Math.min(LIMIT.max, Math.ceil(limit * 1.1))
    window = { began: now, answers: 0, took: 0, most: underWay }
  }

  return {
    admit(now) {
      if (hasThreadTime(now) && hasDatabaseRoom()) {
        takenInTurn++
        return true
      }
      refused++
      refusedAt = now
      return false
    },
    isLate: (now) => lookAtTurn(now) > LATE_MS && isShedding(now),
    begin() {
      if (underWay === 0) begunSinceIdle = 0
      begunSinceIdle++
      count(1)
    },
    pause: () => count(-1),
    resume: () => count(1),
    end(took, now) {
      count(-1)
      window.answers++
      window.took += took
      if (window.answers >= WINDOW_ANSWERS && now - window.began >= WINDOW_MS) adapt(now)
    },
    get state() {
      return { underWay, limit, refused }
    },
  }
}
