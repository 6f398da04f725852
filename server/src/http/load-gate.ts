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

/**
 * What one turn of the event loop may spend on requests before it refuses the rest, in milliseconds: less when the turn
 * before it was long too. One long turn is a burst, or a moment without the processor; many are a load.
 */
const TURN_MS = { alone: 200, inARow: 80 } as const
/** So many of a turn are taken however long it lasts: a machine that is busy with other things is no load of ours. */
const TURN_LEAST = 16
/** A turn that took this long was a long one, and the next follows it at once if it begins so soon; milliseconds. */
const LONG_TURN_MS = 40
const AT_ONCE_MS = 20
/** How long answers may take on average before fewer requests are let under way, in milliseconds. */
const TARGET_MS = 150
/** How often that is looked at, in milliseconds, and the answers it takes to tell. */
const WINDOW_MS = 100
const WINDOW_ANSWERS = 20
const LIMIT = { min: 32, start: 256, max: 1_024 } as const

/**
 * @param afterTurn calls back when the present turn of the event loop is over
 * @param least requests of a turn that are taken however long it lasts
 */
export function createLoadGate(
  afterTurn: (callback: (now?: number) => void) => void = (callback) => setImmediate(callback),
  least = TURN_LEAST,
): LoadGate {
  let turnBegan: number | null = null
  let turnMay: number = TURN_MS.alone
  let taken = 0
  let isEndAwaited = false
  let lastTurn = { took: 0, ended: 0 }
  let underWay = 0
  let limit: number = LIMIT.start
  let refused = 0
  let window = { began: 0, answers: 0, took: 0, most: 0 }

  function beginTurn(now: number): void {
    if (turnBegan !== null) endTurn(now)
    turnBegan = now
    taken = 0
    const isInARow = lastTurn.took > LONG_TURN_MS && now - lastTurn.ended < AT_ONCE_MS
    turnMay = isInARow ? TURN_MS.inARow : TURN_MS.alone
    if (isEndAwaited) return
    isEndAwaited = true
    afterTurn((after = performance.now()) => {
      isEndAwaited = false
      endTurn(after)
    })
  }

  function endTurn(now: number): void {
    if (turnBegan !== null) lastTurn = { took: now - turnBegan, ended: now }
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
      // With more than a thousand busy connections a turn need not end: the loop looks for more before it goes on.
      if (turnBegan === null || now - turnBegan > 2 * turnMay) beginTurn(now)
      if ((taken < least || now - (turnBegan ?? now) <= turnMay) && underWay < limit) {
        taken++
        return true
      }
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
