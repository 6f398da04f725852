import { readFileSync } from 'node:fs'

/**
 * Loaded by a server before its own code: moves its clock by the milliseconds in the file CLOCK_FILE, which a test
 * changes while the server runs. Timers are not affected.
 */
const System = Date
const FILE = process.env.CLOCK_FILE ?? ''
let ahead = 0
let readAt = 0

/** Reads the file when the time is asked for, not now and then: a request that follows a move must not be too early. */
function now() {
  const present = System.now()
  if (present !== readAt) {
    ahead = Number(readFileSync(FILE, 'utf8'))
    readAt = present
  }
  return present + ahead
}

globalThis.Date = class extends System {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }

  static now() {
    return now()
  }
}
