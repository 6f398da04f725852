import { ChangeMemo } from '../../database/change-memo.ts'
import { type ChangeLog, FOLLOWS } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { listAllFollowed } from '../follows/follows.queries.ts'

const READERS_MAX = 10_000

/** Whose posts a reader's feed is made of: those the reader follows and the reader, in the order of their ids. */
export class Circles {
  readonly readers: ChangeMemo<Float64Array>

  constructor(log: ChangeLog) {
    this.readers = new ChangeMemo(log, FOLLOWS, READERS_MAX)
  }

  async of(db: Connection, reader: MemberId): Promise<Float64Array> {
    const known = this.readers.current().get(reader)
    if (known) {
      this.readers.hits++
      return known
    }
    this.readers.misses++
    const { position } = this.readers
    const circle = Float64Array.from([reader, ...(await listAllFollowed(db, reader))]).sort()
    this.readers.put(new Map([[reader, circle]]), position)
    return circle
  }
}
