import { readFileSync } from 'node:fs'

/**
 * Loaded by a server before its own code: moves its clock by the milliseconds in the file CLOCK_FILE, which a test
 * changes while the server runs. Timers are not affected.
 */
const System = Date
let ahead = 0

function read() {
  ahead = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'))
}

read()
setInterval(read, 50).unref()

globalThis.Date = class extends System {
  constructor(...given) {
    if (given.length === 0) super(System.now() + ahead)
    else super(...given)
  }

  static now() {
    return System.now() + ahead
  }
}
