/**
 * Decides whether a request is taken or refused at once, so that those which are taken are answered soon however many
 * come. Two things can make one wait. This thread may be busy with the requests before it: each turn of the event loop
 * takes what came in for a while, and refuses the rest of it. Or the database may be: then requests under way pile up,
 * and how many there may be follows how long they take (additive increase, multiplicative decrease).
 */
export interface LoadGate {
  /** @param now milliseconds, as of performance.now(). @returns false for one to be refused */
  admit(now: number): boolean
  /** A request that waits for nothing but us begins. */
  begin(): void
  /** It has its answer. @param took milliseconds */
  end(took: number, now: number): void
  readonly state: { readonly underWay: number; readonly limit: number; readonly refused: number }
}

/** What one turn of the event loop may spend on requests before it refuses the rest, in milliseconds. */
const TURN_MS = 100
/** How long answers may take on average before fewer requests are let under way, in milliseconds. */
const TARGET_MS = 150
/** How often that is looked at, in milliseconds, and the answers it takes to tell. */
const WINDOW_MS = 100
const WINDOW_ANSWERS = 20
const LIMIT = { min: 32, start: 256, max: 1_024 } as const

/** @param afterTurn calls back when the present turn of the event loop is over */
export function createLoadGate(afterTurn: (callback: () => void) => void = setImmediate): LoadGate {
  let turnBegan: number | null = null
  let underWay = 0
  let limit: number = LIMIT.start
  let refused = 0
  let window = { began: 0, answers: 0, took: 0, most: 0 }

  const endTurn = () => {
    turnBegan = null
  }

  function adapt(now: number): void {
    const isSlow = window.took / window.answers > TARGET_MS
    if (isSlow) limit = Math.max(LIMIT.min, Math.floor(limit * 0.8))
    else if (window.most >= limit * 0.8) limit = Math.min(LIMIT.max, Math.ceil(limit * 1.1))
    window = { began: now, answers: 0, took: 0, most: underWay }
  }

  return {
    admit(now) {
      if (turnBegan === null) {
        turnBegan = now
        afterTurn(endTurn)
      }
      if (now - turnBegan <= TURN_MS && underWay < limit) return true
      refused++
      return false
    },
    begin() {
      underWay++
      if (underWay > window.most) window.most = underWay
    },
    end(took, now) {
      underWay--
      window.answers++
      window.took += took
      if (window.answers >= WINDOW_ANSWERS && now - window.began >= WINDOW_MS) adapt(now)
    },
    get state() {
      return { underWay, limit, refused }
    },
  }
}
