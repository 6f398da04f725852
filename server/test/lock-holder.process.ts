import { DatabaseSync } from 'node:sqlite'

/** A separate process that holds a lock on a SQLite file until it is asked to release it (lock-holder.ts). */
const [file = '', mode] = process.argv.slice(2)
const database = new DatabaseSync(file)
if (mode === 'whole') database.exec('pragma locking_mode = exclusive')
database.exec('begin exclusive')
process.send?.('locked')
process.once('message', () => {
  database.exec('commit')
  database.close()
  process.disconnect()
})
