/**
 * Decides whether a request is taken or refused at once, so that those which are taken are answered soon however many
 * come. Two things can make one wait. This thread may be busy with the requests before it: each turn of the event loop
 * takes what came in for a while, and refuses the rest of it. Or the database may be: then requests under way pile up,
 * and how many there may be follows how long they take (additive increase, multiplicative decrease). A burst is no
 * overload: what comes at once after a pause is queued, up to a number of requests, however slow this machine is.
 */
export interface LoadGate {
  /** @param now milliseconds, as of performance.now(). @returns false for one to be refused */
  admit(now: number): boolean
  /** Whether this thread is so late while it sheds load that what is answered from the caches must be admitted, too. */
  isLate(now: number): boolean
  /** A request that waits for nothing but us begins. */
  begin(): void
  /** It waits for its client. */
  pause(): void
  /** It waits for us again. */
  resume(): void
  /** It has its answer. @param took milliseconds */
  end(took: number, now: number): void
  readonly state: { readonly underWay: number; readonly limit: number; readonly refused: number }
}

/**
 * What one turn of the event loop may spend on requests before it refuses the rest, in milliseconds. After a refusal it
 * is short: a request waits for the turn before its own, also if it is refused. Short turns answer as many in a second.
 */
const TURN_MS = { usual: 60, shedding: 10 } as const
/** With more than a thousand busy connections a turn need not end: then it begins anew by the clock, after so many ms. */
const TURN_MAX_MS = 200
/** After which a turn is late. Refusals come on top, so turns are longer: with 40 ms, refusals took 117 ms at p99. */
const LATE_MS = 20
/**
 * Requests that are taken however long they take, for time alone would make a slow machine refuse what a fast one takes.
 * `burst`: of one turn while nothing is being refused, and of those that begin until none is under way any more.
 * `shedding`: of one turn in the time after a refusal.
 */
export interface Allowance {
  readonly burst: number
  readonly shedding: number
}

const ALLOWANCE: Allowance = { burst: 128, shedding: 4 }
/** The time after a refusal in which the gate counts as shedding load, in milliseconds. */
const SHEDDING_MS = 2_000
/** How long answers may take on average before fewer requests are let under way, in milliseconds. */
const TARGET_MS = 100
/** How often that is looked at, in milliseconds, and the answers it takes to tell. */
const WINDOW_MS = 100
const WINDOW_ANSWERS = 20
const LIMIT = { min: 32, start: 256, max: 512 } as const

/** @param afterTurn calls back when the present turn of the event loop is over */
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
      // Not when the turn begins anew by the clock: what is taken however long it takes is taken once in each turn.
      takenInTurn = 0
      turnBegan = null
    })
  }

  function count(change: number): void {
    underWay += change
    if (underWay > window.most) window.most = underWay
  }

  /** @returns for how long the turn has gone on */
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

  /** A limit that was lowered is no reason to refuse a burst once all that waited has its answer. */
  const hasDatabaseRoom = () => underWay < limit || begunSinceIdle < burst

  function adapt(now: number): void {
    const isSlow = window.took / window.answers > TARGET_MS
    if (isSlow) limit = Math.max(LIMIT.min, Math.floor(limit * 0.8))
    // Below its start it has been lowered for a load that may be over.
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
